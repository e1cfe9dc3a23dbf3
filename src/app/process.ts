import { StartError } from '#platform/server/start-error.ts'

/** A line for whoever started us. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Ends the process: a fault the reader can put right as its sentence, anything else with its stack. */
export function fail(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** Stops in order on the first Ctrl-C or kill; the second one ends the process at once. */
export function stopOnSignal(stop: () => Promise<void>) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = () => {
    for (const signal of signals) process.removeListener(signal, onSignal)
    stop().then(() => process.exit(0), fail)
  }
  for (const signal of signals) process.on(signal, onSignal)
}
