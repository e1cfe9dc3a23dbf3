import { useLayoutEffect, useRef } from 'react'

/* The layers over the page, the topmost last. Each has an entry in the browser's history, so that Back closes it and not the page. */
const layers: { close: () => void }[] = []

const depthHere = () => Number((history.state as { layers?: number } | null)?.layers ?? 0)

/**
 * Lets Back (of the browser, a phone, a gesture) close a layer while it is open, before it leaves the page. A layer may stay: it prompts
 * first.
 */
export function useBackCloses(isOpen: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer = { close: () => latest.current() }
    layers.push(layer)
    addEventListener('popstate', onBack)
    if (!isLeaving && depthHere() < layers.length) enter()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      matchSoon()
    }
  }, [isOpen])
}

/** Call at the start. A page loaded again has no layer open, regardless of its place in the history. */
export function startLayers() {
  if (depthHere() > 0) history.go(-depthHere())
  const push = history.pushState.bind(history)
  // A link out of a layer takes its entry, or Forward would end there and never reach where the link led.
  history.pushState = (state: { layers?: number } | null, ...place) =>
    depthHere() > 0 && !state?.layers ? history.replaceState(state, ...place) : push(state, ...place)
}

const enter = () => history.pushState({ ...history.state, layers: depthHere() + 1 }, '')

/* A way back that we requested ourselves and the browser has not gone yet. */
let isLeaving = false

function onBack() {
  if (!isLeaving) for (const layer of layers.slice(depthHere()).reverse()) layer.close()
  isLeaving = false
  matchSoon()
}

let isMatching = false

/* When all that closes and opens in this turn has done so. A link out of two layers leaves an entry behind, which is gone back over. */
function matchSoon() {
  if (isMatching) return
  isMatching = true
  setTimeout(() => {
    isMatching = false
    if (isLeaving) return
    const surplus = depthHere() - layers.length
    isLeaving = surplus > 0
    if (isLeaving) history.go(-surplus)
    for (let missing = -surplus; missing > 0; missing--) enter()
  })
}
