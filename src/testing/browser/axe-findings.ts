import axe from 'axe-core'

/** A phone in the light and a desktop in the dark: each width and each theme once. The journey over all screens sees all four. */
export const LOOKS = [
  [320, 'light'],
  [1280, 'dark'],
] as const

/** What axe finds on the page once nothing moves any more, one line each; empty when all is well. */
export async function axeFindings(): Promise<string[]> {
  const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
  await Promise.all(finite.map((each) => each.finished.catch(() => undefined)))
  // The title and language of the page belong to index.html, not to the component under test.
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
}
