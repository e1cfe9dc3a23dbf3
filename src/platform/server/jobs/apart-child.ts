import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode } from '#lib/errors.ts'

/**
 * A process that calls one function for the server, on data from users: `apart-child.ts LIMITS`, and module, name and input as a message. It has
 * no secrets, ends with the server, and ends itself past the limits, from a thread that no code can hold up.
 */

/** What the function returned or threw; a process that sends no message was stopped. */
export type Answer =
  | { value: unknown }
  | { refusal: { code: ErrorCode; details: Record<string, unknown>; message: string } | null; message: string }
type ChildRequest = { module: string; name: string; input: unknown }

const WATCH = `
const { workerData: { bytes, ms }, parentPort } = require('node:worker_threads')
const { signals } = require('node:os').constants
const look = () => {
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 >= ms) process.kill(process.pid, signals.SIGVTALRM ? 'SIGVTALRM' : 'SIGKILL')
  if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, 25)
parentPort.postMessage('watching')`

const asked = new Promise<ChildRequest>((take) => process.once('message', (said) => take(said as ChildRequest)))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
const watch = new Worker(WATCH, { eval: true, workerData: JSON.parse(process.argv[2] ?? '{}') })
await new Promise((ready) => watch.once('message', ready))
process.send?.(await answerTo(await asked), () => process.exit())

async function answerTo({ module, name, input }: ChildRequest): Promise<Answer> {
  try {
    const work = (await import(module))[name] as (given: unknown) => unknown
    return { value: await work(input) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof AppError)) return { refusal: null, message }
    return { refusal: { code: error.code, details: error.details, message }, message }
  }
}
