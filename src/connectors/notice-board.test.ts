import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, describe, expect, test } from 'vitest'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import { writtenAsDocumented } from '#testing/as-documented.ts'
import { calendarSuite } from '#testing/calendar-suite.ts'
import { noticeBoardStarter } from '#testing/notice-board.ts'

/* The connector in docs/INTEGRATIONS.md, exactly as it is there. */

const RULES = join(import.meta.dirname, '../../.dependency-cruiser.mjs')
const FOLDER = 'src/connectors/notice-board'
const { folder, files, remove } = writtenAsDocumented()
const { noticeBoard } = (await import(join(folder, FOLDER, 'connector.ts'))) as { noticeBoard: CalendarConnector }
afterAll(remove)

calendarSuite('The notice board of the documentation', noticeBoard, noticeBoardStarter)

test('it is two files, and of the types it declares', async () => {
  expect(files.map(({ path }) => path)).toEqual([`${FOLDER}/manifest.ts`, `${FOLDER}/connector.ts`])
  const only = { extends: './tsconfig.server.json', include: ['src/connectors/**/*.ts'], exclude: ['**/*.test.ts', '**/far-side.ts'] }
  writeFileSync(join(folder, 'tsconfig.documented.json'), JSON.stringify(only))
  const tsc = () => promisify(execFile)(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.documented.json'], { cwd: folder })
  await expect(tsc()).resolves.toMatchObject({ stdout: '' })
  writeFileSync(join(folder, FOLDER, 'wrong.ts'), "import { manifest } from '#connectors/notice-board/manifest.ts'\nmanifest.id = 1\n")
  await expect(tsc()).rejects.toMatchObject({ stdout: expect.stringContaining('wrong.ts') })
})

describe('it reaches nothing of ours', () => {
  /** Which rules a connector breaks that imports this, by the rules `npm run check` goes by. */
  const broken = async (imports: string) => {
    writeFileSync(join(folder, FOLDER, 'wrong.ts'), `import * as it from '${imports}'\nexport const found = it\n`)
    const { options, forbidden } = (await import(RULES)).default
    const doNotFollow = { path: ['node_modules', '^src/(?!connectors/)'] }
    const how = { ...options, doNotFollow, baseDir: folder, preserveSymlinks: true, validate: true, ruleSet: { forbidden } }
    const { output } = await cruise([FOLDER], how)
    return (output as ICruiseResult).summary.violations.map(({ rule, from }) => `${from}: ${rule.name}`)
  }

  test.each(['zod', '#lib/dates.ts', '#connectors/kit/refusal.ts'])('may import %s', async (imports) => {
    expect(await broken(imports)).toEqual([])
  })

  test.each([
    ['#platform/server/database/db.ts', 'connectors-know-only-their-kit'],
    ['#features/visits/appointments/rules.ts', 'connectors-know-only-their-kit'],
    ['#connectors/caldav/dav.ts', 'connectors-know-only-their-kit'],
    ['pg', 'connectors-reach-no-database'],
    ['kysely', 'connectors-reach-no-database'],
    ['node:net', 'connectors-reach-no-machine'],
    ['node:fs', 'connectors-reach-no-machine'],
    ['undici', 'only-the-platform-speaks-to-other-servers'],
  ])('may not import %s', async (imports, rule) => {
    expect(await broken(imports)).toEqual([`${FOLDER}/wrong.ts: ${rule}`])
  })
})
