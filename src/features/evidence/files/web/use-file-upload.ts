import { useEffect, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type FileType, TYPES_OF } from '#features/evidence/files/rules.ts'
import type { Refusal } from '#features/evidence/files/web/accept.ts'
import { addHorseFile, type Maker, notKeptWords } from '#features/evidence/files/web/data.ts'
import type { Widget } from '#features/evidence/files/web/file-widget.ts'
import { refreshPlan } from '#features/evidence/files/web/known-plan.ts'
import type { WidgetFile } from '#features/evidence/files/web/lane-uploader.ts'
import { type MakerDraft, OWN } from '#features/evidence/files/web/maker.ts'
import { useSession } from '#platform/web/session/session.ts'
import { toast } from '#ui/toast-store.ts'

/** What an upload card holds while a file is chosen and sent, and what can be done with it. */
export function useFileUpload(horse: { id: string; name: string }) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const [maker, setMaker] = useState<MakerDraft>(OWN)
  const [type, setType] = useState<FileType | ''>('')
  const [description, setDescription] = useState('')
  const [refusal, refuse] = useState<Refusal>()
  const [isUnderWay, setUnderWay] = useState(false)
  const [widget, setWidget] = useState<Widget>()
  // The plan's limits may have changed since this device last fetched them.
  useEffect(() => void refreshPlan(), [])

  const reset = () => {
    setType('')
    setDescription('')
    refuse(undefined)
    setUnderWay(false)
  }
  return {
    ...{ maker, type, description, refusal, isUnderWay, setDescription, refuse, setWidget, reset },
    chooseType(chosen: FileType | '') {
      setType(chosen)
      refuse(undefined)
    },
    changeMaker(changed: MakerDraft) {
      setMaker(changed)
      refuse(undefined)
      if (type && !TYPES_OF[changed.by].includes(type)) setType('')
    },
    /** Keeps what was chosen on this device, in the lane. @throws with what a person reads in its message */
    async keep(file: WidgetFile, filedAs: FileType): Promise<string> {
      refuse(undefined)
      setUnderWay(true)
      const made = maker.by !== 'farrier' && { maker: makerOf(maker, file.meta.receivedFrom) }
      return addHorseFile(horse, { file: fileOf(file), type: filedAs, description, memberId, ...made }).catch((error: unknown) => {
        const words = notKeptWords(error)
        toast({ variant: 'destructive', title: 'Upload Failed', description: words })
        throw new Error(words)
      })
    },
    /** Cancels running uploads. */
    cancel() {
      widget?.cancel()
      reset()
    },
    /** Clears the card for another file; running uploads continue. */
    leave() {
      widget?.letGo()
      reset()
    },
  }
}

const makerOf = ({ by, takenOn }: MakerDraft, name: string): Maker => ({ by, receivedFrom: name.trim(), takenOn: takenOn || null })

/** The widget has the file as it was chosen; a pasted picture may have no name of its own. */
const fileOf = ({ data, name, type }: WidgetFile): File => (data instanceof File ? data : new File([data as Blob], name, { type }))
