import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lengthWords, nextSpeed } from '#features/evidence/voice/rules.ts'
import { useSound } from '#features/evidence/voice/web/use-sound.ts'
import { Waveform } from '#features/evidence/voice/web/Waveform.tsx'
import { Button } from '#ui/Button.tsx'

type Props = {
  /** What it is, after "Play": `the recording of Tue 24 Nov, 10:42`. */
  label: string
  /** Fetches the sound when it is first played; undefined: it is not available now. */
  source: () => Promise<Blob | string | undefined>
  /** As it is on record; null: not known before it plays. */
  lengthMs: number | null
  peaks: readonly number[] | null
  /** Why it can't be played now, in words. */
  trouble?: string | undefined
}

/** Plays one recording: wind by the waveform, listen faster. */
export function Player({ label, source, lengthMs, peaks, trouble }: Props) {
  const sound = useSound(source, lengthMs)
  const { isPlaying, atMs, totalMs, speed, hasFailed } = sound
  const [wasTried, setTried] = useState(false)
  useEffect(() => setTried(hasFailed), [hasFailed])
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <Button
          size="icon"
          icon={isPlaying ? Pause : Play}
          aria-label={`${isPlaying ? 'Pause' : 'Play'} ${label}`}
          onClick={() => (isPlaying ? sound.pause() : void sound.play())}
        />
        <span className="relative min-w-0 flex-1 rounded-md has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus">
          <Waveform peaks={peaks ?? FLAT} played={totalMs > 0 ? atMs / totalMs : 0} />
          <input
            type="range"
            aria-label={`Place in ${label}`}
            aria-valuetext={`${lengthWords(atMs)} of ${lengthWords(totalMs)}`}
            min={0}
            max={Math.max(1, Math.round(totalMs))}
            step={100}
            value={Math.round(atMs)}
            onChange={({ target }) => sound.wind(Number(target.value))}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </span>
        <Button
          variant="quiet"
          className="w-16 px-0 tabular-nums"
          aria-label={`Speed of ${label}, ${speed} times`}
          onClick={() => sound.setSpeed(nextSpeed(speed))}
        >
          {speed}×
        </Button>
      </div>
      <p className="pl-14 text-14 text-ink-2 tabular-nums md:pl-12">
        {isPlaying || atMs > 0 ? `${lengthWords(atMs)} of ${lengthWords(totalMs)}` : totalMs > 0 && lengthWords(totalMs)}
      </p>
      {(trouble || wasTried) && (
        <p role="status" className="text-14 text-ink-2">
          {trouble ?? 'This recording can’t be played on this device.'}
        </p>
      )}
    </div>
  )
}

/** The waveform of a recording without measured levels. */
const FLAT: readonly number[] = Array.from({ length: 48 }, () => 6)
