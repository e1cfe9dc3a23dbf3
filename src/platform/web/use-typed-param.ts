import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'

/** How long typing must rest before it is written to the address. */
const REST_MS = 300

/**
 * What is typed into a search, kept in the address as `name`, so that a link, a refresh and Back show the same. It shows at once and is
 * written when typing rests; when the address changes otherwise, that is shown instead.
 */
export function useTypedParam(name: string): [typed: string, setTyped: (typed: string) => void] {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(name) ?? ''
  const [typed, setTyped] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  const write = useRef<(typed: string) => void>(undefined)
  write.current = (to) => setParams((before) => withParam(before, name, to), { replace: true })
  if (known !== inAddress) {
    setKnown(inAddress)
    setTyped(inAddress)
  }
  useEffect(() => {
    if (typed === known) return
    const timer = setTimeout(() => write.current?.(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed, known])
  return [typed, setTyped]
}

function withParam(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value) after.set(name, value)
  else after.delete(name)
  return after
}
