const WIDTHS = [58, 13, 24]
const MINUTE_MS = 60_000

let isKept = true
/** Whether every goal so far was kept, and every part came to its end. */
export const areKept = () => isKept

/** One figure: its name, value and unit, and the goal it must keep. */
export function figure(name: string, value: number, unit: string, goal: number, detail: string) {
  printRow(value <= goal, value <= goal ? 'ok' : 'OVER', [name, `${value.toFixed(2)}${unit}`, `goal ${goal}${unit}`, detail])
}

/** A figure where more is better. */
export function atLeast(name: string, value: number, unit: string, goal: number, detail: string) {
  printRow(value >= goal, value >= goal ? 'ok' : 'UNDER', [name, `${value.toFixed(2)}${unit}`, `goal ${goal}${unit} or more`, detail])
}

/** A figure that can't be measured here, and why. */
export const unmeasured = (name: string, why: string) => printRow(true, 'none', [name, '', '', why])

/** Printed at once, so that results before a hang are not lost. */
function printRow(isOk: boolean, state: string, cells: readonly string[]) {
  isKept &&= isOk
  console.log([state.padEnd(7), ...cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))].join(''))
}

/** Measures one part. One that fails or hangs is reported, and the next goes on; what it started dies with this process. */
export async function measurePart(name: string, minutes: number, measure: () => Promise<void>): Promise<void> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`given up after ${minutes} minutes`)), minutes * MINUTE_MS)
  try {
    await Promise.race([measure(), limit])
  } catch (error) {
    printRow(false, 'FAILED', [name, '', '', error instanceof Error ? error.message : String(error)])
  } finally {
    clearTimeout(timer)
  }
}
