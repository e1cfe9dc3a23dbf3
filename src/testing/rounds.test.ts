import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOMENTS } from '#testing/moments.ts'
import { turnOf } from '#testing/rounds.ts'

const count = Object.keys(MOMENTS).length
const rounds = Array.from({ length: count }, (_, round) => round)
const files = globSync(['src/**/*.test.{ts,tsx}', 'e2e/*.e2e.ts'])

test('over as many rounds as there are moments each test file is at each of them once', () => {
  expect(files.length).toBeGreaterThan(500)
  for (const file of files) expect(new Set(rounds.map((round) => turnOf(file, round, count))).size, file).toBe(count)
})

test('a round takes some files to every moment', () => {
  for (const round of rounds) expect(new Set(files.map((file) => turnOf(file, round, count))).size).toBe(count)
})

test('the rounds that were run are listed by number, each after the one before', () => {
  const listed = [...readFileSync('docs/MOMENTS.md', 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, round]) => Number(round))
  expect(listed).toEqual(listed.map((_, place) => (listed[0] ?? 0) + place))
})
