// A reporter of Vitest for `npm test`: the run's counts and failures, written to the file PRITCHEL_OUTCOME names.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** An error in one line. */
const inShort = (error) =>
  `${error?.name ?? 'Error'}: ${String(error?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 200)}`

export default class Outcome {
  /** `unhandled`: errors outside any test; with one, Vitest ends with 1 though no test failed. */
  onTestRunEnd(modules, unhandled) {
    const total = {
      files: modules.length,
      passed: 0,
      skipped: 0,
      failures: unhandled.map((error) => `outside any test: ${inShort(error)}`),
    }
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const error of module.errors()) total.failures.push(`${file}: ${inShort(error)}`)
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors()) total.failures.push(`${file}: ${suite.fullName}: ${inShort(error)}`)
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') total.passed++
        else if (state === 'failed') total.failures.push(`${file}: ${test.fullName}: ${inShort(errors[0])}`)
        else total.skipped++
      }
    }
    writeFileSync(process.env.PRITCHEL_OUTCOME, JSON.stringify(total))
  }
}
