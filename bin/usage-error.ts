/** The command line, a file named by it or the configuration is wrong. Printed as it is; exit code 2. */
export class UsageError extends Error {}
