import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Names of one kind, distinguished only by their ends. */
export const LONG_NAMES = ['Riding School Pony 1', 'Riding School Pony 2', 'Riding School Pony With A Rather Long Name 1']

/** Each of the names can be read to its end, and nothing runs out of the box or the screen. */
export async function expectLongNamesToFit(box: Locator) {
  for (const name of LONG_NAMES) {
    // Screen readers get the whole name, too.
    const end = box.getByText(name.slice(-8), { exact: false }).last()
    await expect.element(end).toBeVisible()
    expect([end.element(), end.element().parentElement].some(isTooWide), name).toBe(false)
  }
  expect(isTooWide(box.element())).toBe(false)
  expect(box.element().getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth)
}

const isTooWide = (each: Element | null) => !each || each.scrollWidth > each.clientWidth
