import { CameraOff, Check, Eye, EyeOff, Flashlight, FlashlightOff, Images, RotateCcw } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { Ghost, useGhost } from '#features/evidence/files/web/Ghost.tsx'
import { useCamera } from '#features/evidence/files/web/use-camera.ts'
import type { CameraRefusal } from '#platform/web/device/camera.ts'
import type { LiveCamera } from '#platform/web/device/device.ts'
import { Button } from '#ui/Button.tsx'
import { FullScreen } from '#ui/FullScreen.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** `Near fore, solar`. */
  title: string
  horseName: string
  /** The last photo of the same view, as a guide for taking it from the same place. */
  last: KnownFile | undefined
  /** Keeps what was taken; resolves to why it can't be kept, in words. */
  onKeep: (photo: Blob) => Promise<string | undefined>
  /** By the phone's own camera, or one that is there already. */
  onInstead: () => void
  onClose: () => void
}

/** The camera over the whole screen, with the last photo of the same foot and view laid over it. */
export function Camera({ title, horseName, last, onKeep, onInstead, onClose }: Props) {
  const { state, again } = useCamera()
  const [shot, setShot] = useState<Blob>()
  return (
    <FullScreen title={title} subtitle={horseName} isDark onClose={onClose}>
      {shot ? (
        <Review shot={shot} title={title} onAgain={() => setShot(undefined)} onKeep={onKeep} onClose={onClose} />
      ) : state.at === 'refused' ? (
        <Refused reason={state.reason} onAgain={again} onInstead={onInstead} />
      ) : (
        <Finder camera={state.at === 'live' ? state.camera : undefined} last={last} onShot={setShot} onInstead={onInstead} />
      )}
    </FullScreen>
  )
}

/* In landscape the buttons are next to the picture: there is no height to spare. */
const BODY = 'flex min-h-0 flex-1 flex-col [@media(max-height:520px)]:flex-row'
const PICTURE = 'relative grid min-h-0 min-w-0 flex-1 place-items-center overflow-hidden bg-sunken'
const BAR =
  'grid gap-3 border-t border-line px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] md:px-[max(16px,calc(50%-280px))] [@media(max-height:520px)]:px-4! [@media(max-height:520px)]:w-64 [@media(max-height:520px)]:content-center [@media(max-height:520px)]:border-t-0 [@media(max-height:520px)]:border-l'
const SHOWN = 'absolute inset-0 size-full object-contain'

type FinderProps = {
  camera: LiveCamera | undefined
  last: KnownFile | undefined
  onShot: (shot: Blob) => void
  onInstead: () => void
}

function Finder({ camera, last, onShot, onInstead }: FinderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const ghost = useGhost(last)
  const take = async () => {
    if (!camera || !video.current) return
    setTaking(true)
    const shot = await camera.take(video.current).catch(() => undefined)
    setTaking(false)
    if (shot) onShot(shot)
    else toast({ variant: 'destructive', title: 'Camera Error', description: "The camera didn't give a picture. Try again." })
  }
  return (
    <div className={BODY}>
      <div className={PICTURE}>
        {camera ? <Stream ref={video} camera={camera} onReady={() => setReady(true)} /> : <p role="status">Opening the camera...</p>}
        {ghost.url && <Ghost ghost={ghost} className={SHOWN} />}
      </div>
      <div className={BAR}>
        {last && <GhostBar ghost={ghost} />}
        <div className="grid grid-cols-3 items-center justify-items-center">
          <Button variant="quiet" icon={Images} size="icon" aria-label="Choose an existing photo" onClick={onInstead} />
          <button
            type="button"
            aria-label="Take the photo"
            aria-busy={isTaking}
            disabled={!camera || !isReady || isTaking}
            onClick={() => take()}
            className="size-20 rounded-full border-4 border-ink p-1 disabled:opacity-50"
          >
            <span className="block size-full rounded-full bg-ember active:bg-ember-hover" />
          </button>
          {camera?.hasTorch && <Torch camera={camera} />}
        </div>
      </div>
    </div>
  )
}

/** What the camera sees, upright as the browser turns it. */
function Stream({ ref, camera, onReady }: { ref: Ref<HTMLVideoElement>; camera: LiveCamera; onReady: () => void }) {
  const show = (element: HTMLVideoElement | null) => {
    if (element && element.srcObject !== camera.stream) element.srcObject = camera.stream
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return <video ref={show} autoPlay playsInline muted aria-label="What the camera sees" onPlaying={onReady} className={SHOWN} />
}

function Torch({ camera }: { camera: LiveCamera }) {
  const [isOn, setOn] = useState(false)
  const turn = () => camera.setTorch(!isOn).then(() => setOn(!isOn))
  return (
    <Button
      variant="quiet"
      icon={isOn ? FlashlightOff : Flashlight}
      size="icon"
      aria-label="Light"
      aria-pressed={isOn}
      onClick={() => turn().catch(() => undefined)}
    />
  )
}

function GhostBar({ ghost }: { ghost: ReturnType<typeof useGhost> }) {
  const { isOn, percent, most, isMissing, turn, fade } = ghost
  if (isMissing) return <p className="text-14 text-ink-2">The last photo is on the server. It's laid over this when you have signal.</p>
  return (
    <div className="flex items-center gap-3 [@media(max-height:520px)]:flex-col [@media(max-height:520px)]:items-stretch">
      <Button icon={isOn ? Eye : EyeOff} aria-pressed={isOn} onClick={turn}>
        Last photo
      </Button>
      <input
        type="range"
        aria-label="How much of the last photo shows"
        aria-valuetext={`${percent} per cent`}
        min={0}
        max={most}
        step={5}
        disabled={!isOn}
        value={percent}
        onChange={({ target }) => fade(Number(target.value))}
        className="h-12 min-w-0 flex-1 accent-ember disabled:opacity-50"
      />
    </div>
  )
}

type ReviewProps = Pick<Props, 'title' | 'onKeep' | 'onClose'> & { shot: Blob; onAgain: () => void }

/** What was taken: kept, or taken again. */
function Review({ shot, title, onAgain, onKeep, onClose }: ReviewProps) {
  const [url, setUrl] = useState<string>()
  const [isKeeping, setKeeping] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(shot)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [shot])
  const keep = async () => {
    setKeeping(true)
    const problem = await onKeep(shot)
    setKeeping(false)
    if (!problem) return onClose()
    setFault(problem)
  }
  return (
    <div className={BODY}>
      <div className={PICTURE}>{url && <img src={url} alt={`${title}, just taken`} className={SHOWN} />}</div>
      <div className={BAR}>
        {fault && (
          <Note tone="late" live>
            {fault}
          </Note>
        )}
        <div className="grid grid-cols-2 gap-2 [@media(max-height:520px)]:grid-cols-1">
          <Button size="lg" icon={RotateCcw} className="px-2 whitespace-nowrap" disabled={isKeeping} onClick={onAgain}>
            Take again
          </Button>
          <Button size="lg" variant="primary" icon={Check} busy={isKeeping} busyLabel="Keeping..." onClick={() => keep()}>
            Keep
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Worded like the microphone's refusal (Spec §8), with what to do next. */
function Refused({ reason, onAgain, onInstead }: { reason: CameraRefusal; onAgain: () => void; onInstead: () => void }) {
  useEffect(() => {
    toast({ variant: 'destructive', title: 'Camera Error', description: 'Could not access camera. Please check permissions.' })
  }, [])
  return (
    <div className="grid content-start gap-3 p-4">
      <Note tone="late" icon={CameraOff}>
        {REFUSED[reason]}
      </Note>
      <Button size="lg" variant="primary" onClick={onInstead}>
        Choose or take a photo
      </Button>
      <Button icon={RotateCcw} onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}

const INSTEAD = 'You can still take a photo with the phone’s own camera.'
const REFUSED: Readonly<Record<CameraRefusal, string>> = {
  denied: `The browser won’t let Pritchel use the camera. Allow it in the browser’s settings for this site, then try again. ${INSTEAD}`,
  none: 'This device has no camera the browser can use. Choose an existing photo.',
  taken: `Another app is using the camera. Close it, then try again. ${INSTEAD}`,
  unable: `This browser doesn’t give Pritchel a camera. ${INSTEAD}`,
}
