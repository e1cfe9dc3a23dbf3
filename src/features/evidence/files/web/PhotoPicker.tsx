import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { keepHorseFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { PhotoInput } from '#platform/web/device/PhotoInput.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  horse: { id: string; name: string }
  /** What the photo is of besides the horse. */
  about: Partial<Pick<Attachment, 'appointmentId' | 'workEntryId' | 'foot' | 'view'>>
  label?: string
}

/** Takes a photo with the phone's own camera, or one that is there; it is kept on the device before anything else. */
export function PhotoPicker({ horse, about, label = 'Photo' }: Props) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const picker = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const taken = useFilesOf(horse.id)?.filter((file) => isAbout(file, about)).length ?? 0
  const keep = async (files: readonly File[]) => {
    for (const file of files) setFault(await keepHorseFile(horse, { file, type: 'image', description: '', memberId, about }))
  }
  return (
    <div>
      <Button block icon={Camera} onClick={() => picker.current?.click()}>
        {taken === 0 ? label : `${label}, ${taken} taken`}
      </Button>
      {fault && (
        <p role="alert" className="mt-1 text-14 text-flag-ink">
          {fault}
        </p>
      )}
      <PhotoInput ref={picker} label={`${label} of ${horse.name}`} onPick={(photos) => void keep(photos)} />
    </div>
  )
}

const isAbout = (file: Attachment, about: Props['about']) =>
  file.fileType === 'image' && Object.entries(about).every(([field, value]) => file[field as keyof Props['about']] === value)
