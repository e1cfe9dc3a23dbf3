import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { currentTime } from '#lib/clock.ts'

/**
 * The real server in a process of its own, as `npm start` runs it, once it answers. `folder`: the repository.
 * @throws Error when it ended instead
 */
export async function spawnServer(env: Record<string, string>, folder = '.') {
  const child = spawn(process.execPath, ['src/app/server.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Of the test version: in production the clock is the machine's.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...(env.PRITCHEL_MODE !== 'production' && { PRITCHEL_CLOCK: currentTime().toISOString() }),
      ...env,
    },
  })
  const isUp = Promise.withResolvers<void>()
  const lines = createInterface({ input: child.stdout }) // read to its end, or the server's next word would break its pipe
  lines.on('line', (line) => line.startsWith('Pritchel is at') && isUp.resolve())
  child.once('exit', () => isUp.reject(new Error('the server did not start')))
  await isUp.promise
  return child
}
