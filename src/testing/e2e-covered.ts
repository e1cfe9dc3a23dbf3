import type { Page } from 'playwright'
import { expect } from 'vitest'
import { currentMs } from '#lib/clock.ts'

/** No screen keeps moving longer, however busy the machine is. */
const MOVES_MS = 3000

/**
 * No fixed or floating thing lies on a control at any scroll position, no ring of focus is cut by what scrolls around its control, and a
 * primary button is within the first screen. A bar that reaches across, at an edge, is where the screen ends: what is under it must come
 * clear of it by scrolling.
 */
export async function expectNothingCovered(page: Page, what: string) {
  const covered = await lookWhileMoving(page, currentMs() + MOVES_MS)
  expect(covered, `covered: ${what}`).toEqual([])
  expect(await page.evaluate(CLIPPED), `ring of focus cut: ${what}`).toEqual([])
}

/** What is covered, looked at again until nothing is or the time is up. Each look is waited for, because it scrolls the page. */
async function lookWhileMoving(page: Page, until: number): Promise<string[]> {
  const covered = await page.evaluate<string[]>(COVERED)
  return covered.length === 0 || currentMs() > until ? covered : lookWhileMoving(page, until)
}

/** The first primary button of a screen or an open dialog is in sight as it opens; with `name` there is one, and it reads so. */
export async function expectPrimaryInSight(page: Page, what: string, name?: RegExp) {
  const words = JSON.stringify(name?.source ?? '')
  expect(await page.evaluate(`${OUT_OF_SIGHT}(${words})`), `primary out of sight: ${what}`).toEqual([])
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
  const isBehind = (el) => el.closest('[aria-hidden=true], [inert]') !== null
  const cuts = (el) => getComputedStyle(el).overflowY !== 'visible'
  const scrolls = (el) => ['auto', 'scroll'].includes(getComputedStyle(el).overflowY) && el.scrollHeight > el.clientHeight + 1
  const found = new Set()
  const underBar = new Map()
  const clear = new Set()
  // Controls that share their columns with something small that floats: at some scroll position it may come to lie on them.
  const mayMeet = new Map()
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const most = () => document.documentElement.scrollHeight - innerHeight
  const cutters = new Map()
  // Where a control can be seen: within the window and all that scrolls around it.
  const roomOf = (control) => {
    if (!cutters.has(control)) {
      const around = []
      for (let el = control.parentElement; el && el !== document.body; el = el.parentElement) if (cuts(el)) around.push(el)
      cutters.set(control, around)
    }
    const boxes = cutters.get(control).map(boxOf)
    return { top: Math.max(0, ...boxes.map((box) => box.top)), bottom: Math.min(innerHeight, ...boxes.map((box) => box.bottom)) }
  }
  const floatingNow = () => {
    // An opened panel may lie on what is behind it; a press beside it closes it.
    const isOpened = (el) => el.closest('[data-radix-popper-content-wrapper]') !== null
    return [...document.querySelectorAll('*')].filter((el) => {
      const { position, pointerEvents } = getComputedStyle(el)
      return (position === 'fixed' || position === 'sticky') && pointerEvents !== 'none' && isShown(el) && !isOpened(el)
    })
  }
  const judge = () => {
    const floating = floatingNow()
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (!isShown(control) || isBehind(control)) continue
      const [box, room] = [boxOf(control), roomOf(control)]
      const [from, to] = [Math.max(box.top, room.top), Math.min(box.bottom, room.bottom)]
      if (to - from < 2) continue
      let isCovered = false
      for (const over of floating) {
        if (over.contains(control)) continue
        const lid = boxOf(over)
        const [left, right] = [Math.max(box.left, lid.left), Math.min(box.right, lid.right)]
        if (right - left < 2) continue
        const reachesAcross = lid.left <= box.left + 1 && lid.right >= box.right - 1
        const isBar = reachesAcross && (lid.top <= room.top + 120 || lid.bottom >= room.bottom - 160)
        if (!isBar && getComputedStyle(over).position === 'fixed') mayMeet.set(control, over)
        const [top, bottom] = [Math.max(from, lid.top), Math.min(to, lid.bottom)]
        if (bottom - top < 2) continue
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        if (!hit || !over.contains(hit) || control.contains(hit)) continue
        isCovered = true
        if (isBar) underBar.set(control, nameOf(over))
        else found.add(nameOf(control) + ' under ' + nameOf(over))
      }
      if (!isCovered && box.top >= room.top - 1 && box.bottom <= room.bottom + 1) clear.add(control)
    }
  }
  for (let at = 0; ; at += innerHeight * 0.4) {
    scrollTo({ top: at, behavior: 'instant' })
    await frame()
    judge()
    if (at >= most()) break
  }
  scrollTo({ top: 0, behavior: 'instant' })
  // Anything with its own scroll, such as a dialog, a record beside its list or a conversation.
  for (const pane of [...document.querySelectorAll('body *')].filter((el) => scrolls(el) && isShown(el) && !isBehind(el))) {
    const before = pane.scrollTop
    pane.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    for (let at = 0; ; at += pane.clientHeight * 0.4) {
      pane.scrollTo({ top: at, behavior: 'instant' })
      await frame()
      judge()
      if (at >= pane.scrollHeight - pane.clientHeight) break
    }
    pane.scrollTo({ top: before, behavior: 'instant' })
  }
  const isThere = (control) => control.isConnected && isShown(control)
  for (const [control, over] of mayMeet) {
    if (!isThere(control) || !isShown(over)) continue
    const [box, lid] = [boxOf(control), boxOf(over)]
    scrollTo({ top: scrollY + (box.top + box.bottom - lid.top - lid.bottom) / 2, behavior: 'instant' })
    await frame()
    judge()
  }
  // A bar is where the screen ends: in the middle of the screen each must be clear of it.
  for (const [control, bar] of underBar) {
    if (clear.has(control) || !isThere(control)) continue
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

/* Of the dialog that is open, or of the screen. */
const OUT_OF_SIGHT = `((words) => {
  ${SHARED}
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast(isShown)
  const bar = [...document.querySelectorAll('nav[aria-label="Main"]')].find((el) => isShown(el) && boxOf(el).top > innerHeight / 2)
  const end = bar && !dialog ? boxOf(bar).top : innerHeight
  const [first] = [...(dialog ?? document.querySelector('main')).querySelectorAll('.bg-ember')].filter((el) => el.matches('a, button') && isShown(el))
  if (!first) return words ? ['no primary ' + words] : []
  const name = nameOf(first)
  if (words && !new RegExp(words).test(name)) return [name + ' is the primary, not ' + words]
  const { left, right, top, bottom } = boxOf(first)
  return left < 0 || right > innerWidth || top < 0 || bottom > end + 1 ? [name + ' ends at ' + Math.round(bottom) + ' of ' + Math.round(end)] : []
})`
