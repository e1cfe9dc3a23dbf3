import { useEffect, useState } from 'react'
import { isPictured } from '#features/evidence/files/rules.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { findOpened, openFile } from '#platform/web/files/opened-files.ts'
import { readKept } from '#platform/web/files/uploads.ts'

type Pictured = Pick<KnownFile, 'fileId'> & Partial<Pick<KnownFile, 'mime'>>

/** The source address of a file's image; undefined while it is fetched, null when it is not available now or there is no file. */
export function usePhoto(file: Pictured | undefined, size: 'thumbnail' | 'picture'): string | null | undefined {
  const [shown, show] = useState<string | null>()
  const [tries, setTries] = useState(0)
  const { fileId, mime } = file ?? {}
  useEffect(() => {
    let url: string | undefined
    let isGone = false
    let again: ReturnType<typeof setTimeout> | undefined
    pictureOf({ fileId, mime }, size).then(
      (bytes) => {
        if (isGone) return
        url = URL.createObjectURL(bytes)
        show(url)
      },
      () => {
        if (isGone) return
        show(null)
        if (tries < AGAIN_MS.length) again = setTimeout(() => setTries(tries + 1), AGAIN_MS[tries])
      },
    )
    return () => {
      isGone = true
      clearTimeout(again)
      if (url) URL.revokeObjectURL(url)
    }
  }, [fileId, mime, size, tries])
  return shown
}

/** A file that has just reached the server is requested again: its small pictures are made a moment later. */
const AGAIN_MS = [3000, 9000, 27_000]

type Wanted = { fileId: string | null | undefined; mime: string | undefined }

/** @throws where there is none, or none to be had now */
async function pictureOf({ fileId, mime = 'image/jpeg' }: Wanted, size: 'thumbnail' | 'picture'): Promise<Blob> {
  if (!fileId) throw new Error('swept')
  if (!isPictured(mime)) throw new Error('no picture is made of it')
  // The server takes it out of the film.
  if (mime.startsWith('video/') && (await readKept(fileId))) throw new Error('its picture is not made yet')
  return openFile(fileId, `/api/objects/${fileId}${size === 'thumbnail' ? '/thumbnail?width=280' : '/picture'}`)
}

/** Whether this device holds a file itself, looked for when `isAsked`; undefined until it is known. */
export function useIsHere({ fileId, fileUrl }: Pick<KnownFile, 'fileId' | 'fileUrl'>, isAsked: boolean): boolean | undefined {
  const [isHere, setHere] = useState<boolean>()
  useEffect(() => {
    if (!isAsked || !fileId || !fileUrl) return
    let isGone = false
    const look = (found: unknown) => !isGone && setHere(found !== undefined)
    findOpened(fileId, fileUrl).then(look, () => look(undefined))
    return () => {
      isGone = true
    }
  }, [fileId, fileUrl, isAsked])
  return isHere
}
