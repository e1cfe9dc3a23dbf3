import { StartError } from '#platform/server/start-error.ts'

/** A line for the operator or program that started us. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Ends the process: a fault the reader can put right as its sentence, anything else with its stack. */
export function fail(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

// One Ctrl-C comes to us several times: from the terminal, from npm, and from our own start script.
const ONE_WISH_MS = 2000

/** Stops in order on the first signal; on a second one the process ends at once and the next start puts things right. */
export function stopOnSignal(stop: () => Promise<void>) {
  let askedAt: number | undefined
  const onSignal = () => {
    if (askedAt !== undefined && performance.now() - askedAt > ONE_WISH_MS) process.exit(1)
    if (askedAt !== undefined) return
    askedAt = performance.now()
    stop().then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
