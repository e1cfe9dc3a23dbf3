import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { folderFault } from '#platform/server/embedded/faults.ts'
import { StartError } from '#platform/server/start-error.ts'

/** The system user PostgreSQL runs as; undefined means the user who runs us. */
export type Identity = { uid: number; gid: number; name: string } | undefined

/** Where one embedded database lives. `binaries` is the folder that holds the copied PostgreSQL programs. */
export type Home = { folder: string; dataDir: string; socketDir: string; binaries: string; logFile: string; identity: Identity }

const SYSTEM = '/var/lib/pritchel'
// A socket's path may have 107 bytes, and PostgreSQL adds `/.s.PGSQL.5432` and a lock file beside it.
const LONGEST_SOCKET_FOLDER = 85

/**
 * Makes the folders of the database that belongs to `dataFolder`. As root everything is owned by an unprivileged user, and is in
 * /var/lib/pritchel when that user cannot reach the data folder; the data folder then has a link to it.
 * @throws StartError when a folder cannot be made or belongs to someone else
 */
export function makeHome(dataFolder: string, note: (line: string) => void): Home {
  const data = makeDataFolder(dataFolder)
  const identity = process.getuid?.() === 0 ? unprivilegedUser(note) : undefined
  const folder = databaseFolder(data, identity, note)
  return {
    folder,
    identity,
    dataDir: join(folder, 'db'),
    socketDir: socketFolder(folder, identity),
    binaries: identity ? SYSTEM : folder,
    logFile: join(folder, 'postgres.log'),
  }
}

/** What `spawn` needs to run a program as `identity`. */
export const runAs = (identity: Identity) => (identity ? { uid: identity.uid, gid: identity.gid } : {})

function makeDataFolder(dataFolder: string) {
  try {
    mkdirSync(dataFolder, { recursive: true })
    return realpathSync(dataFolder)
  } catch (error) {
    throw folderFault(dataFolder, error)
  }
}

/** Root may not run PostgreSQL. The user is ours, Debian's, a new one, or `nobody`, in this order. */
function unprivilegedUser(note: (line: string) => void): NonNullable<Identity> {
  const found = lookUp('pritchel') ?? lookUp('postgres')
  if (found) return found
  try {
    const quiet = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
    execFileSync('useradd', [...quiet, 'pritchel'], { stdio: 'pipe' })
    note('Made the system user pritchel to run the database')
  } catch {
    note('Could not make a user for the database, so it runs as nobody')
  }
  const made = lookUp('pritchel') ?? lookUp('nobody')
  if (!made) throw new StartError('PostgreSQL may not run as root and there is no other user: make one with `useradd --system pritchel`.')
  return made
}

function lookUp(name: string): Identity {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name } : undefined
}

function databaseFolder(data: string, identity: Identity, note: (line: string) => void) {
  const inside = join(data, 'postgres')
  if (lstatSync(inside, { throwIfNoEntry: false })?.isSymbolicLink()) return linkedFolder(inside)
  if (!identity || existsSync(inside) || canReach(data)) return ownFolder(inside, identity)
  makeSystemFolder()
  const outside = ownFolder(join(SYSTEM, short(data)), identity)
  symlinkSync(outside, inside)
  note(`The user ${identity.name} cannot reach ${data}, so the database is in ${outside}`)
  return outside
}

// A link to a missing folder must never become an empty database: the real data is elsewhere.
function linkedFolder(link: string) {
  const target = readlinkSync(link)
  if (existsSync(target)) return realpathSync(target)
  throw new StartError(
    `${link} points to ${target}, which is not there: put the database back, or delete the link to begin with an empty one.`,
  )
}

/** Every folder above must let others pass (x for others). */
function canReach(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function socketFolder(folder: string, identity: Identity) {
  const near = join(folder, 'run')
  if (process.platform === 'win32' || Buffer.byteLength(near) <= LONGEST_SOCKET_FOLDER) return ownFolder(near, identity)
  if (!identity) return ownFolder(join(tmpdir(), `pritchel-${process.getuid?.()}-${short(folder)}`), identity)
  makeSystemFolder() // never root's chown in a folder where anyone may have put a link
  return ownFolder(join(SYSTEM, `run-${short(folder)}`), identity)
}

const makeSystemFolder = () => {
  try {
    mkdirSync(SYSTEM, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw folderFault(SYSTEM, error)
  }
}

/** A folder for the database's user alone. */
function ownFolder(folder: string, identity: Identity) {
  try {
    const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
    if (isNew && identity) chownSync(folder, identity.uid, identity.gid)
  } catch (error) {
    throw folderFault(folder, error)
  }
  const owner = lstatSync(folder)
  if (process.platform === 'win32' || (owner.isDirectory() && owner.uid === (identity?.uid ?? process.getuid?.()))) return folder
  const wanted = identity?.name ?? 'you'
  throw new StartError(`${folder} does not belong to ${wanted}: change its owner, or choose another folder with PRITCHEL_DATA.`)
}

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
