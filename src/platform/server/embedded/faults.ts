import { StartError } from '#platform/server/start-error.ts'

const FULL = (where: string) => `The disk that holds ${where} is full: free some space and start again.`

/** A folder that could not be made or written, as one sentence. */
export function folderFault(folder: string, error: unknown) {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StartError(FULL(folder))
  if (code === 'EROFS') return new StartError(`${folder} is on a read-only disk: choose another folder with PRITCHEL_DATA.`)
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartError(`${folder} is a file, not a folder: choose another with PRITCHEL_DATA.`)
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError(`You may not write to ${folder}: change its owner, or choose another folder with PRITCHEL_DATA.`)
  return new StartError(`${folder} cannot be used (${(error as Error).message}): choose another folder with PRITCHEL_DATA.`)
}

/** The meaning of each known line in PostgreSQL's or initdb's output for the person who starts it. First match wins. */
const KNOWN: [RegExp, (found: RegExpMatchArray, where: string) => string][] = [
  [/No space left on device|Disk quota exceeded/, (_, where) => FULL(where)],
  [/Read-only file system/, (_, where) => `${where} is on a read-only disk: choose another folder with PRITCHEL_DATA.`],
  [
    /lock file "[^"]*(?:\.s\.PGSQL|socket)[^"]*" already exists/i,
    (_, where) => `Another PostgreSQL already uses the socket of ${where}: stop it and start again.`,
  ],
  [
    /could not (?:bind|create) Unix[^\n]*|Unix-domain socket path "[^"]*" is too long[^\n]*|could not create lock file "[^"]*\.s\.PGSQL[^\n]*/i,
    ([line], where) =>
      `The database's socket could not be made beside ${where} (${line}): choose a shorter path on a local disk with PRITCHEL_DATA.`,
  ],
  [
    /could not bind IPv[46] address[^\n]*/,
    ([line]) => `The database's port is taken (${line}): stop the program that uses it and start again.`,
  ],
  [/pre-existing shared memory block/, (_, where) => `Parts of an earlier PostgreSQL still use ${where}: wait a moment and start again.`],
  [
    /error while loading shared libraries: ([^:\n]+)/,
    ([, library]) => `PostgreSQL needs the system library ${library}, which is missing: install it and start again.`,
  ],
  [
    /database files are incompatible with server/,
    (_, where) => `${where} was made by another version of PostgreSQL: dump it with that one and load it into a new data folder.`,
  ],
  [
    /could not (?:create|resize|map) shared memory[^\n]*|Cannot allocate memory/,
    ([line]) => `There is not enough memory for the database (${line}): free some and start again.`,
  ],
  [
    /(?:could not (?:open|access|create|change)|has (?:wrong ownership|invalid permissions))[^\n]*(?:Permission denied)?/,
    ([line], where) => `The database may not use its files in ${where} (${line}): check their owner and permissions.`,
  ],
]

/** Converts PostgreSQL's messages to one plain sentence. `where` is the folder, `logFile` the file with the details. */
export function databaseFault(output: string, where: string, logFile: string) {
  for (const [pattern, say] of KNOWN) {
    const found = output.match(pattern)
    if (found) return new StartError(say(found, where))
  }
  const last = output.trim().split('\n').at(-1) ?? ''
  return new StartError(`PostgreSQL stopped while starting (${last || 'without a word'}): ${logFile} says more.`)
}

/** Why the web server cannot listen, as one sentence; undefined when it is something else. */
export function portFault(port: number, error: unknown) {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} is in use by another program: stop it, or choose another port, for example PORT=${port + 1} npm start.`,
    )
  if (code === 'EACCES')
    return new StartError(`You may not listen on port ${port}: choose one above 1023, for example PORT=3000 npm start.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError('PRITCHEL_HOST is not an address of this machine: leave it out, or use 0.0.0.0 for all of them.')
  return undefined
}
