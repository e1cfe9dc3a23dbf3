import { useCallback, useEffect, useRef, useState } from 'react'
import type { Speed } from '#features/evidence/voice/rules.ts'

/** Only one recording plays at a time. */
let heard: HTMLAudioElement | undefined

/** Plays a recording from `source`, which is called on first use; `lengthMs` is its stated length. */
export function useSound(source: () => Promise<Blob | string | undefined>, lengthMs: number | null) {
  const audio = useRef<HTMLAudioElement>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [atMs, setAt] = useState(0)
  const [totalMs, setTotal] = useState(lengthMs ?? 0)
  const [speed, setSpeed] = useState<Speed>(1)

  const open = useCallback(async () => {
    if (audio.current) return audio.current
    const from = await source()
    if (from === undefined) return undefined
    const made = new Audio(typeof from === 'string' ? from : URL.createObjectURL(from))
    made.addEventListener('play', () => setPlaying(true))
    made.addEventListener('pause', () => setPlaying(false))
    made.addEventListener('timeupdate', () => setAt(made.currentTime * 1000))
    made.addEventListener('durationchange', () => Number.isFinite(made.duration) && setTotal(made.duration * 1000))
    made.addEventListener('ended', () => setAt(0))
    made.addEventListener('error', () => setFailed(true))
    audio.current = made
    return made
  }, [source])

  useEffect(
    () => () => {
      const made = audio.current
      audio.current = undefined
      made?.pause()
      if (made?.src.startsWith('blob:')) URL.revokeObjectURL(made.src)
    },
    [],
  )

  return {
    isPlaying,
    hasFailed,
    atMs,
    totalMs: Math.max(totalMs, atMs),
    speed,
    async play() {
      setFailed(false)
      const made = await open().catch(() => undefined)
      if (!made) return setFailed(true)
      if (heard !== made) heard?.pause()
      heard = made
      if (made.ended || atMs === 0) made.currentTime = 0
      made.playbackRate = speed
      await made.play().catch(() => setFailed(true))
    },
    pause: () => audio.current?.pause(),
    async wind(milliseconds: number) {
      setAt(milliseconds)
      const made = await open().catch(() => undefined)
      if (made) made.currentTime = milliseconds / 1000
    },
    setSpeed(next: Speed) {
      setSpeed(next)
      if (audio.current) audio.current.playbackRate = next
    },
  }
}
