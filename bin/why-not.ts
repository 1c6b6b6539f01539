/** Why files cannot be written, as the end of a sentence. */
export function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return 'is a file, or lies below one; name a folder'
    case 'EACCES':
    case 'EPERM':
      return 'may not be written by the current user'
    case 'EROFS':
      return 'lies on a file system that can only be read'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'has no space left'
    case 'EFBIG':
      return 'may not hold a file that large (ulimit -f)'
    default:
      return `cannot be written (${code})`
  }
}
