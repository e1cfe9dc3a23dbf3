import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { machineMs } from '#lib/clock.ts'
import { childEnvironment, isAlive } from '#platform/server/embedded/binaries.ts'
import { type Endpoint, listenSettings, ownerConnection } from '#platform/server/embedded/endpoint.ts'
import { databaseFault } from '#platform/server/embedded/faults.ts'
import { type Home, runAs } from '#platform/server/embedded/home.ts'
import { StartError } from '#platform/server/start-error.ts'

/** A running `postgres` over our data; `child` is missing when another process started it. */
export type Postmaster = { dataDir: string; native: string; child?: ChildProcess }

const LARGEST_LOG_BYTES = 5_000_000
// Rows and passwords must not reach the log: no statements, no DETAIL, and errors go to the application anyway.
const QUIET = ['log_min_messages=log', 'log_min_error_statement=panic', 'log_error_verbosity=terse', 'log_checkpoints=off']

/**
 * `ready` only when the PostgreSQL that answers at `endpoint` works on this very folder; `busy` while one starts, recovers or stops.
 * A number in a pid file is never believed.
 */
export async function probe(endpoint: Endpoint, dataDir: string): Promise<'ready' | 'busy' | 'none'> {
  const client = new pg.Client({ ...ownerConnection(endpoint), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === dataDir ? 'ready' : 'none'
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'busy' : 'none'
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Starts `postgres` and returns when it answers; waits for a long recovery. Returns undefined when another process was first.
 * @throws StartError with PostgreSQL's message, in one sentence
 */
export async function launch(native: string, home: Home, endpoint: Endpoint, settings: string[]): Promise<Postmaster | undefined> {
  const { child, said } = spawnPostgres(native, home, endpoint, settings)
  const pidFile = join(home.dataDir, 'postmaster.pid')
  while (child.exitCode === null && child.signalCode === null) {
    // The eighth line shows readiness without a connection, so that waiting leaves no noise in the log.
    const [pid, , , , , , , state] = readIfThere(pidFile).split('\n')
    const isReady = Number(pid) === child.pid && state?.trim() === 'ready'
    if (isReady && (await probe(endpoint, home.dataDir)) === 'ready') return { dataDir: home.dataDir, native, child }
    await delay(15)
  }
  const output = said()
  if (/lock file "postmaster\.pid" (?:already exists|is empty)/.test(output)) return removeStalePidFile(home)
  throw databaseFault(output, home.folder, home.logFile)
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Returns when the process is gone. */
export async function stopPostmaster({ dataDir, native, child }: Postmaster) {
  const pid = child?.pid ?? runningPid(dataDir)
  if (!pid || !isAlive(pid)) return
  if (process.platform === 'win32') await promisify(execFile)(join(native, 'bin/pg_ctl'), ['stop', '-D', dataDir, '-m', 'fast', '-w'])
  else process.kill(pid, 'SIGINT')
  const hasExited = () => (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid) || !worksIn(pid, dataDir))
  const patience = machineMs() + 30_000
  while (!hasExited() && machineMs() < patience) await delay(15)
  if (!hasExited()) process.kill(pid, 'SIGQUIT') // it recovers from its log at the next start
}

/** The pid in the file, if that process really is a `postgres` working in this folder. */
export function runningPid(dataDir: string): number | undefined {
  const pid = pidIn(dataDir)
  return pid > 0 && isAlive(pid) && worksIn(pid, dataDir) ? pid : undefined
}

function worksIn(pid: number, dataDir: string) {
  try {
    if (existsSync('/proc/self/cwd')) return readlinkSync(`/proc/${pid}/cwd`) === dataDir
    if (process.platform === 'win32') return true
    return /postgres/.test(execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }))
  } catch (error) {
    // A zombie no longer has a folder; where we lack permission to look, PostgreSQL's own check decides.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

const LONGEST_TO_WRITE_PID_MS = 2000

// After a power cut the number in the file may belong to any process, or the file may be empty, and PostgreSQL would refuse to start for ever.
// Checked only after a refusal: the number belongs to a process that is not our PostgreSQL, or no process is writing the file any more.
function removeStalePidFile(home: Home): undefined {
  const file = join(home.dataDir, 'postmaster.pid')
  const age = machineMs() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? machineMs())
  const pid = pidIn(home.dataDir)
  const isStale = pid > 0 ? isAlive(pid) && !worksIn(pid, home.dataDir) : age > LONGEST_TO_WRITE_PID_MS
  if (isStale) rmSync(file, { force: true })
}

const pidIn = (dataDir: string) => Number(readIfThere(join(dataDir, 'postmaster.pid')).split('\n')[0])

// It may go between a look and a read, as servers start and stop side by side.
function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function spawnPostgres(native: string, home: Home, endpoint: Endpoint, settings: string[]) {
  const { descriptor, start } = openLog(home)
  const all = [...listenSettings(endpoint), 'max_connections=100', ...QUIET, ...settings].flatMap((setting) => ['-c', setting])
  try {
    const child = spawn(join(native, 'bin/postgres'), ['-D', home.dataDir, ...all], {
      stdio: ['ignore', 'ignore', descriptor],
      cwd: home.dataDir,
      env: childEnvironment(),
      detached: true, // Ctrl-C must reach us first: we stop it after the last request
      ...runAs(home.identity),
    })
    let failure = ''
    child.once('error', (error) => {
      failure = error.message
    })
    child.unref()
    return { child, said: () => `${readFileSync(home.logFile).subarray(start).toString()}${failure}` }
  } catch (error) {
    throw new StartError(`PostgreSQL could not be started: ${(error as Error).message}`)
  } finally {
    closeSync(descriptor)
  }
}

function openLog(home: Home) {
  if (existsSync(home.logFile) && statSync(home.logFile).size > LARGEST_LOG_BYTES) renameSync(home.logFile, `${home.logFile}.1`)
  const start = existsSync(home.logFile) ? statSync(home.logFile).size : 0
  return { descriptor: openSync(home.logFile, 'a', 0o600), start }
}
