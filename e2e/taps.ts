import type { Page } from 'playwright'

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
