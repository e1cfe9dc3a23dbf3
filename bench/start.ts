import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { ask } from './ask.ts'
import { LONGEST_WAIT_MS, median } from './load.ts'

/**
 * `npm start` with a running database, until the server is ready. Milliseconds, the median of `rounds`; one start before them applies
 * migrations and fills Node's cache of compiled code, as the first start after a deploy does. The app is built already.
 */
export async function benchStart({ owner }: { owner: pg.PoolConfig }, dataFolder: string, rounds: number): Promise<number> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    PRITCHEL_HOST: '127.0.0.1',
    PRITCHEL_DATA: dataFolder,
    DATABASE_URL: `postgresql://${owner.user}@localhost/${owner.database}?host=${owner.host}`,
  }
  await startOnce(env, port)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await startOnce(env, port))
  return median(times)
}

async function startOnce(env: NodeJS.ProcessEnv, port: number): Promise<number> {
  const started = performance.now()
  // In a process group of its own: npm starts a shell, and the shell starts the server.
  const npm = spawn('npm', ['start', '--silent'], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  npm.stdout.resume()
  // Its output ends with the last process of the group.
  const ended = once(npm, 'close')
  try {
    await Promise.race([untilReady(port), ended.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}`)))])
    return performance.now() - started
  } finally {
    if (npm.pid && npm.exitCode === null) process.kill(-npm.pid, 'SIGTERM')
    await ended
  }
}

async function untilReady(port: number) {
  for (const latest = performance.now() + LONGEST_WAIT_MS; performance.now() < latest; await setTimeout(5)) {
    const answer = await ask(port, { path: '/api/ready' }).catch(() => undefined)
    if (answer?.status === 200) return
  }
  throw new Error('npm start says nothing')
}
