import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONNECTORS } from '#connectors/registry.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name)
/** It calls no far side; programs that others wrote read it in the engine's own tests. */
const READ_BY_OTHERS = ['feed']

test('every connector has a card and every card a connector', () => {
  expect(CONNECTORS.map(({ id }) => id).sort()).toEqual(folders.sort())
})

test('no connector is without the suite of its port', () => {
  const suiteIn = (name: string) => {
    const file = join(import.meta.dirname, name, 'connector.test.ts')
    return existsSync(file) && /^\w+Suite\(/m.test(readFileSync(file, 'utf8'))
  }
  expect(folders.filter((name) => !READ_BY_OTHERS.includes(name) && !suiteIn(name))).toEqual([])
})
