import type { FileStore } from '#platform/server/files/store.ts'
import { StartError } from '#platform/server/start-error.ts'

/** A fault of a backup's folder or of the database under it, as one sentence; any other error is returned unchanged. */
export function backupFault(folder: string, error: unknown): unknown {
  if (error instanceof StartError) return error
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`The disk that holds ${folder} is full: free some space, or keep backups elsewhere with PRITCHEL_BACKUPS.`)
  if (code === 'EROFS') return new StartError(`${folder} is on a read-only disk: keep backups elsewhere with PRITCHEL_BACKUPS.`)
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError(`You may not write to ${folder}: change its owner, or keep backups elsewhere with PRITCHEL_BACKUPS.`)
  if (code === 'EEXIST' || code === 'ENOTDIR') return new StartError(`${folder} is a file, not a folder: choose another place for backups.`)
  if (code === 'EIO') return new StartError(`The disk that holds ${folder} fails (${message}): keep backups on another one.`)
  if (syscall === 'connect' || isLostDatabase(code, message))
    return new StartError(`The database gave no answer (${message}): nothing was changed. Try again.`)
  return error
}

/** Reports a failing external store separately from the database. @throws StartError then */
export async function withStoreFaults<T>({ place, sendsTo }: FileStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException
    // An error with a path comes from this machine's own disk.
    if (!sendsTo || path || error instanceof StartError) throw error
    throw new StartError(`The files in ${place} can't be reached (${code ?? message}): nothing was changed. Try again.`)
  }
}

// Classes 08 and 57P are PostgreSQL's codes for a connection that ended.
const isLostDatabase = (code: string | undefined, message: string) =>
  /^(08|57P)/.test(code ?? '') || code === 'ECONNRESET' || /Connection terminated/.test(message)
