/** Texts inside `root` that are cut by a box around them or run out of it. What only a screen reader reads is left out. */
export function cutTexts(root: Element): string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const cut = new Set<string>()
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.textContent?.trim() && isSeen(node.parentElement) && isCut(node)) cut.add(node.textContent.trim())
  return [...cut]
}

/* `sr-only` is one pixel. */
function isSeen(element: HTMLElement | null): boolean {
  for (let box = element; box; box = box.parentElement) {
    const { width, height } = box.getBoundingClientRect()
    if (getComputedStyle(box).display !== 'contents' && (width <= 1 || height <= 1)) return false
  }
  return element?.checkVisibility({ visibilityProperty: true }) ?? false
}

/* A line may be a pixel or two higher than the box it is set in. */
const LINE = 4

function isCut(text: Node): boolean {
  const range = document.createRange()
  range.selectNodeContents(text)
  const words = range.getBoundingClientRect()
  for (let box = text.parentElement; box; box = box.parentElement) {
    const { display, overflowY, overflowX } = getComputedStyle(box)
    const { left, right, top, bottom } = box.getBoundingClientRect()
    if (display !== 'inline' && (words.right > right + 1 || words.left < left - 1)) return true
    const clips = overflowY !== 'visible' || overflowX !== 'visible'
    if (clips && overflowY !== 'auto' && (words.bottom > bottom + LINE || words.top < top - LINE)) return true
    if (box.matches('[data-cell]')) return false
  }
  return false
}
