import { Camera, Mic, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { keepHorseFile } from '#features/evidence/files/web/data.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { PhotoInput } from '#platform/web/device/PhotoInput.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

const WorkDialog = lazy(() => import('#features/visits/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))
const VoiceRecorderPanel = lazy(() =>
  import('#features/evidence/voice/web/VoiceRecorderPanel.tsx').then((module) => ({ default: module.VoiceRecorderPanel })),
)

/** What is done at the horse, under the thumb: a photo, a spoken note, the work. */
export function HorseDock({ horse }: { horse: KnownHorse }) {
  const [over, setOver] = useState<'work' | 'voice'>()
  const close = () => setOver(undefined)
  return (
    <div className="flex gap-2">
      <TakePhoto horse={horse} />
      <Button icon={Mic} aria-label={`Voice note on ${horse.name}`} className="px-3" onClick={() => setOver('voice')} />
      <Button variant="primary" icon={Plus} className="flex-1 whitespace-nowrap" onClick={() => setOver('work')}>
        Record work
      </Button>
      {over === 'work' && (
        <Suspense>
          <WorkDialog horse={horse} serviceType={horse.lastServiceType} onClose={close} />
        </Suspense>
      )}
      {over === 'voice' && (
        <Dialog open onOpenChange={close} title="Voice note" description={horse.name}>
          <Suspense fallback={<SkeletonRows label="Loading the recorder..." rows={1} />}>
            <VoiceRecorderPanel horse={horse} startsAtOnce onSaved={close} />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}

/** By the phone's own camera, or one that is there; kept on this device before anything else. */
function TakePhoto({ horse }: { horse: KnownHorse }) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const input = useRef<HTMLInputElement>(null)
  const keep = async (photos: readonly File[]) => {
    for (const file of photos) {
      const fault = await keepHorseFile(horse, { file, type: 'image', description: '', memberId, about: {} })
      if (fault) return toast({ variant: 'destructive', title: 'Photo not saved', description: fault })
    }
    if (photos.length > 0)
      toast({ title: photos.length === 1 ? 'Photo saved' : `${photos.length} photos saved`, description: `Under ${horse.name}, Photos.` })
    return undefined
  }
  return (
    <>
      <Button icon={Camera} aria-label={`Photo of ${horse.name}`} className="px-3" onClick={() => input.current?.click()} />
      <PhotoInput ref={input} label={`Take a photo of ${horse.name}`} onPick={(photos) => void keep(photos)} />
    </>
  )
}
