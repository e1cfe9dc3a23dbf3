import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { currentMs, machineMs } from '#lib/clock.ts'
import { dropOldScratch, inScratch } from '#platform/server/files/disk.ts'

const DAY = 86_400_000

test('a working folder is private, and is removed afterwards regardless of the outcome', async () => {
  const folders: string[] = []
  const work = async (folder: string) => {
    folders.push(folder)
    await writeFile(join(folder, 'photo'), 'x')
    if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o077).toBe(0)
    if (folders.length > 1) throw new Error('no')
    return 5
  }
  expect(await inScratch(work)).toBe(5)
  await expect(inScratch(work)).rejects.toThrow('no')
  const left = await readdir(tmpdir())
  for (const folder of folders) expect(left).not.toContain(basename(folder))
})

test('what a killed server left is removed a day later, and nothing of another program', async () => {
  const [left, young, other] = await Promise.all(
    ['pritchel-scratch-', 'pritchel-scratch-', 'not-of-pritchel-'].map((prefix) => mkdtemp(join(tmpdir(), prefix))),
  )
  for (const folder of [left, other]) await utimes(folder ?? '', new Date(machineMs() - 2 * DAY), new Date(machineMs() - 2 * DAY))
  await dropOldScratch(new Date(currentMs() - DAY))
  const there = await readdir(tmpdir())
  expect([left, young, other].map((folder) => there.includes(basename(folder ?? '')))).toEqual([false, true, true])
  for (const folder of [young, other]) await rm(folder ?? '', { recursive: true })
})
