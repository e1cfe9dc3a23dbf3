import { fail, printLine, stopOnSignal } from '#app/process.ts'
import { startWorker } from '#app/serve.ts'
import { setClock } from '#lib/clock.ts'
import { readConfig } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'

try {
  const config = readConfig(process.env)
  if (config.clock) setClock(config.clock)
  if (!config.databaseUrl) throw new StartError('A worker apart needs DATABASE_URL: without it the server does the jobs itself.')
  const starting = startWorker(config, printLine)
  stopOnSignal(async () => (await starting).stop())
  await starting
  printLine('Pritchel is doing the jobs')
} catch (error) {
  fail(error)
}
