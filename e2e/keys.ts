import type { Page } from 'playwright'
import { expect } from 'vitest'
import { LONGEST_WAIT_MS } from '#testing/e2e.ts'

/* More Tab presses than between any two fields or buttons of a screen. */
const MOST_TABS = 80

/* What the first Tab of every screen comes to. */
const FIRST = 'Skip to the screen'

/** Hands on a keyboard and nothing else. Wherever Tab leads, the focus must be seen. */
export function keysOf(page: Page) {
  const press = (key: string) => page.keyboard.press(key)
  const focus = () => page.evaluate<string>(NAME_OF_FOCUS)
  /** Presses Tab until the focus is on what reads so. */
  const tabTo = async (name: RegExp) => {
    const passed: string[] = []
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await press('Tab')
      // After the last of the page the browser has its turn, and then the first.
      if (passed.length > 0 && (await page.evaluate('document.activeElement === document.body'))) {
        await press('Tab')
        expect(await focus(), `after ${passed.at(-1)}, the last of the page`).toBe(FIRST)
      }
      expect(await page.evaluate(HIDDEN_FOCUS), `after ${passed.at(-1)}`).toBe('')
      const found = await focus()
      if (name.test(found)) return
      passed.push(found)
    }
    throw new Error(`Tab never came to ${name}: ${passed.join(' | ')}`)
  }
  return {
    press,
    tabTo,
    /** Goes to a button and presses it. */
    async pressOn(name: RegExp) {
      await tabTo(name)
      await press('Enter')
    },
    /** Waits until what has opened has given the focus to what reads so. */
    expectOn: (name: RegExp) => expect.poll(focus, { timeout: LONGEST_WAIT_MS }).toMatch(name),
    /** The dialog has closed, and the focus is on something of the page: Tab goes on from where the work is. */
    async expectKept(what: string) {
      const open = page.getByRole('dialog')
      await expect.poll(() => open.count(), { message: `${what} has closed`, timeout: LONGEST_WAIT_MS }).toBe(0)
      // What the focus has gone back to may be gone a moment later, when the work shows.
      await page.evaluate('new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))')
      expect(await page.evaluate('document.activeElement?.localName'), `the focus after ${what}`).not.toBe('body')
    },
  }
}

/* Strings, because this program knows no DOM. */
const NAME_OF_FOCUS = `(() => {
  const element = document.activeElement
  const label = element.labels?.[0]?.textContent ?? element.getAttribute('aria-label')
  return (label ?? element.textContent ?? '').trim().replace(/\\s+/g, ' ')
})()`

/* Why the focus is not seen; empty where it is. A ring may be drawn by what is around a field. */
const HIDDEN_FOCUS = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing has the focus'
  const rings = [element, element.parentElement, ...(element.labels ?? [])].filter((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const name = element.outerHTML.slice(0, 160)
  return rings.length === 0 ? 'no ring: ' + name : isInSight ? '' : 'out of sight: ' + name
})()`
