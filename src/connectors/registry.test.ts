import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONNECTORS } from '#connectors/registry.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name)
/** They call no far side; their own tests are the engine's. */
const CALLS_NONE = ['feed', 'reviews']

test('every connector has a card and every card a connector', () => {
  expect(CONNECTORS.map(({ id }) => id).sort()).toEqual(folders.sort())
})

test('no connector is without the suite of its port', () => {
  const suiteIn = (name: string) => {
    const file = join(import.meta.dirname, name, 'connector.test.ts')
    return existsSync(file) && /^\w+Suite\(/m.test(readFileSync(file, 'utf8'))
  }
  expect(folders.filter((name) => !CALLS_NONE.includes(name) && !suiteIn(name))).toEqual([])
})
