import type { Page } from 'playwright'
import { expect } from 'vitest'

/**
 * No fixed or floating thing lies on a control at any scroll position, no ring of focus is cut by what scrolls around its control, and a
 * primary button is within the first screen. A bar that reaches across, at an edge, is where the screen ends: what is under it must come
 * clear of it by scrolling.
 */
export async function expectNothingCovered(page: Page, what: string) {
  expect(await page.evaluate(COVERED), `covered: ${what}`).toEqual([])
  expect(await page.evaluate(CLIPPED), `ring of focus cut: ${what}`).toEqual([])
}

/** The first primary button of a screen is in sight as it opens. */
export async function expectPrimaryInSight(page: Page, what: string) {
  expect(await page.evaluate(OUT_OF_SIGHT), `primary out of sight: ${what}`).toEqual([])
}

/* Strings, because this program knows no DOM. */
const SHARED = `
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]:not([role=tabpanel])'
  const boxOf = (el) => el.getBoundingClientRect()
  const isShown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && boxOf(el).width > 4 && boxOf(el).height > 4 &&
    getComputedStyle(el).clipPath === 'none'
  const nameOf = (el) => (el.getAttribute('aria-label') ?? el.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 60) || el.outerHTML.slice(0, 90)
`

const COVERED = `(async () => {
  ${SHARED}
  const floats = (el) => ['fixed', 'sticky'].includes(getComputedStyle(el).position)
  const found = new Set()
  const underBar = new Map()
  const clear = new Set()
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const most = () => document.documentElement.scrollHeight - innerHeight
  const judge = () => {
    // What somebody opened may lie on what is behind it; a press beside it closes it.
    const isOpened = (el) => el.closest('[data-radix-popper-content-wrapper]') !== null
    const floating = [...document.querySelectorAll('*')]
      .filter((el) => floats(el) && isShown(el) && getComputedStyle(el).pointerEvents !== 'none' && !isOpened(el))
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!isShown(control) || control.closest('[aria-hidden=true], [inert]')) continue
      const box = boxOf(control)
      if (box.bottom <= 0 || box.top >= innerHeight) continue
      let isCovered = false
      for (const over of floating) {
        if (over.contains(control)) continue
        const lid = boxOf(over)
        const [left, right] = [Math.max(box.left, lid.left), Math.min(box.right, lid.right)]
        const [top, bottom] = [Math.max(box.top, lid.top, 0), Math.min(box.bottom, lid.bottom, innerHeight)]
        if (right - left < 2 || bottom - top < 2) continue
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        if (!hit || !over.contains(hit) || control.contains(hit)) continue
        isCovered = true
        const reachesAcross = lid.left <= box.left + 1 && lid.right >= box.right - 1
        if (reachesAcross && (lid.top <= 120 || lid.bottom >= innerHeight - 160)) underBar.set(control, nameOf(over))
        else found.add(nameOf(control) + ' under ' + nameOf(over))
      }
      if (!isCovered && box.top >= 0 && box.bottom <= innerHeight + 1) clear.add(control)
    }
  }
  for (let at = 0; ; at += innerHeight * 0.4) {
    scrollTo({ top: at, behavior: 'instant' })
    await frame()
    judge()
    if (at >= most()) break
  }
  // A bar is where the screen ends: in the middle of the screen each must be clear of it.
  for (const [control, bar] of underBar) {
    if (clear.has(control) || !control.isConnected || !isShown(control)) continue
    control.scrollIntoView({ block: 'center', behavior: 'instant' })
    await frame()
    judge()
    if (!clear.has(control)) found.add(nameOf(control) + ' never clear of ' + bar)
  }
  scrollTo({ top: 0, behavior: 'instant' })
  await frame()
  return [...found]
})()`

/* A ring is 3 px wide and lies 2 px outside its control, unless it is drawn inside: by the control, or in what cuts its content (styles.css). */
const CLIPPED = `(() => {
  ${SHARED}
  const RING = 5
  const clips = (el, axis) => getComputedStyle(el)['overflow' + axis] !== 'visible'
  const found = new Set()
  for (const control of document.querySelectorAll(CONTROLS)) {
    const isInside = /focus-visible:-outline-offset/.test(control.className) || control.matches('.overflow-clip *, .overflow-hidden *')
    if (!isShown(control) || control.disabled || isInside) continue
    for (let around = control.parentElement; around && around !== document.body; around = around.parentElement) {
      if (!clips(around, 'X') && !clips(around, 'Y')) continue
      const [box, frame] = [boxOf(control), boxOf(around)]
      if (frame.width < 4 || frame.height < 4) break
      const left = box.left - frame.left + around.scrollLeft
      const top = box.top - frame.top + around.scrollTop
      const right = Math.max(around.scrollWidth, frame.width) - left - box.width
      const bottom = Math.max(around.scrollHeight, frame.height) - top - box.height
      if ((clips(around, 'X') && (left < RING || right < RING)) || (clips(around, 'Y') && (top < RING || bottom < RING)))
        found.add(nameOf(control) + ' in ' + around.tagName + '.' + String(around.className).slice(0, 60))
      break
    }
  }
  return [...found]
})()`

const OUT_OF_SIGHT = `(() => {
  ${SHARED}
  const bar = [...document.querySelectorAll('nav[aria-label="Main"]')].find((el) => isShown(el) && boxOf(el).top > innerHeight / 2)
  const end = bar ? boxOf(bar).top : innerHeight
  const [first] = [...document.querySelectorAll('main .bg-ember')].filter((el) => el.matches('a, button') && isShown(el))
  return first && boxOf(first).bottom > end + 1 ? [nameOf(first) + ' ends at ' + Math.round(boxOf(first).bottom) + ' of ' + Math.round(end)] : []
})()`
