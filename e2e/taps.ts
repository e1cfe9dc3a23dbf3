import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** What a journey has cost the person: presses on the glass, and characters typed. The keyboard's own Next or Enter is a press. */
export type Taps = { taps: number; characters: number }

/**
 * Counts what a person does in a page from now on, until it is loaded again: every press on the glass, wherever it lands, every character
 * typed (`keyboard.type`; `fill` types none), and each Enter or Tab of the keyboard as a press. A field that the screen has focused costs none.
 */
export async function countTaps(page: Page): Promise<() => Promise<Taps>> {
  await page.evaluate(COUNTER)
  return () => page.evaluate<Taps>('window.counted')
}

/* A string, because this program knows no DOM. */
const COUNTER = `(() => {
  const counted = { taps: 0, characters: 0 }
  window.counted = counted
  addEventListener('pointerdown', () => { counted.taps += 1 }, { capture: true })
  addEventListener('keydown', ({ key }) => { if (key === 'Enter' || key === 'Tab') counted.taps += 1 }, { capture: true })
  addEventListener('beforeinput', ({ data, inputType }) => {
    if (inputType.startsWith('insert')) counted.characters += data ? data.length : 1
  }, { capture: true })
})()`

/**
 * A thumb on a phone's page that counts what it does. It types only where the screen has put the focus, so a field that has to be pressed
 * first costs its tap.
 */
export function countingThumb(page: Page) {
  const cost: Taps = { taps: 0, characters: 0 }
  return {
    cost,
    async tap(target: Locator) {
      cost.taps += 1
      await target.tap()
    },
    async type(text: string) {
      expect(await page.evaluate('document.activeElement instanceof HTMLInputElement'), 'a field has the focus').toBe(true)
      cost.characters += text.length
      await page.keyboard.type(text)
    },
    /** The keyboard's *Next* or *Go*. */
    async next() {
      cost.taps += 1
      await page.keyboard.press('Enter')
    },
  }
}

/** A finger or a mouse that counts what it presses. `from`: so many presses were before. */
export function pressing(from = 0) {
  let count = from
  const press = async (target: Locator) => {
    count += 1
    await target.click()
  }
  return Object.assign(press, { count: () => count })
}
