export { commandEnvironment, runCommand } from './command.ts'
export type {
  CertificationConfiguration,
  Configuration,
  ConnectorConfiguration,
  DestinationConfiguration,
  DestinationSource,
  ItemsConfiguration,
  LogsConfiguration,
  OwnProcess,
  ProcessConfiguration,
  ProfileConfiguration,
  RemoteProcess,
  RequestPattern,
} from './configuration.ts'
export { ConfigurationError } from './configuration-error.ts'
export type { Report as ConfigurationReport } from './configuration-error.ts'
export { itemsByCommand } from './items-by-command.ts'
export { itemsByRequest } from './items-by-request.ts'
export { configurationFromUrl, loadConfiguration } from './load.ts'
export type { LogControl, LogSink } from './logs.ts'
export { openLogs } from './open-logs.ts'
export { ownProcess } from './own-process.ts'
export { expand, placeholderNames } from './placeholders.ts'
export type { PlaceholderName } from './placeholders.ts'
export { freePortBelowEphemeral, isEphemeral } from './port.ts'
export { printable } from './printable.ts'
export { ControlError, StartError } from './process-control.ts'
export type { ProcessControl, UnexpectedExit } from './process-control.ts'
export { connectionRefused } from './refused.ts'
export { remoteProcess } from './remote-process.ts'
export { configurationSchema, type Schema as ConfigurationSchema } from './schema.ts'
export { validator } from './validate.ts'
export { startWatchdog } from './watchdog.ts'
export type { Watchdog } from './watchdog.ts'
export { simulated, WitnessError } from './witness.ts'
export type { ItemCount, Witness } from './witness.ts'
export { workFolder } from './work-folder.ts'
export type { WorkFolder } from './work-folder.ts'
export { readYamlFile } from './yaml-file.ts'
