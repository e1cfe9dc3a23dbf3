import { useEffect } from 'react'
import { sendKeptAnswer } from '#features/day/lone/web/kept-answer.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'

/** On every screen: an answer to the lone-worker timer that was given without signal goes as soon as there is some. */
export function useKeptAnswer(): void {
  useEffect(() => {
    const send = () => void (reachable() && sendKeptAnswer())
    send()
    return onReach(send)
  }, [])
}
