import { BasePlugin, type PluginOpts, type Uppy, type UppyFile } from '@uppy/core'
import { currentMs } from '#lib/clock.ts'
import { cancelUpload, pauseUpload, resumeUpload, type UploadState, watchUpload } from '#platform/web/files/uploads.ts'
import { onReach, reachable } from '#platform/web/sync/reach.ts'

/** What the widget knows of a file besides itself: the name of who made it, where it was received. */
export type WidgetMeta = { receivedFrom: string }
export type WidgetBody = Record<string, never>
export type WidgetFile = UppyFile<WidgetMeta, WidgetBody>

export type LaneOptions = PluginOpts & {
  /** Keeps the file on this device, in the lane; resolves to its id on its way. @throws with what a person reads in its message */
  keep: (file: WidgetFile) => Promise<string>
  /** The file is safe on this device and can't be sent now: it is sent automatically later. */
  onWaiting: () => void
  /** The server has all of it. */
  onSent: () => void
}

/** A file of the widget on its way in the lane, and how following it ends. */
type Followed = { fileId: string; end: () => void }

const KEEPING = { mode: 'indeterminate', message: 'Saving it on this device' } as const
const STALLED = "No connection. It carries on when there's signal."

/**
 * Uppy's uploader here sends nothing: it puts the file into the lane of this device, which works without a signal and after a restart, and
 * gives the lane's progress back as Uppy's states. The lane goes on without the widget.
 */
export class LaneUploader extends BasePlugin<LaneOptions, WidgetMeta, WidgetBody> {
  readonly #followed = new Map<string, Followed>()
  /** Taken out of the widget, to go on without it. */
  readonly #left = new Set<string>()

  constructor(uppy: Uppy<WidgetMeta, WidgetBody>, options?: LaneOptions) {
    super(uppy, options)
    this.id = 'Lane'
    this.type = 'uploader'
  }

  override install() {
    const { capabilities } = this.uppy.getState()
    this.uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } })
    this.uppy.addPreProcessor(this.#keepAll)
    this.uppy.addUploader(this.#sendAll)
    this.uppy.on('file-removed', this.#forget)
    this.uppy.on('upload-pause', this.#pause)
    this.uppy.on('pause-all', this.#pauseAll)
    this.uppy.on('resume-all', this.#resumeAll)
  }

  override uninstall() {
    this.uppy.removePreProcessor(this.#keepAll)
    this.uppy.removeUploader(this.#sendAll)
    this.uppy.off('file-removed', this.#forget)
    this.uppy.off('upload-pause', this.#pause)
    this.uppy.off('pause-all', this.#pauseAll)
    this.uppy.off('resume-all', this.#resumeAll)
  }

  /** Takes the files out of the widget; they stay in the lane. */
  letGo() {
    for (const { id } of this.uppy.getFiles()) this.#left.add(id)
    this.uppy.cancelAll()
  }

  #keepAll = async (ids: string[]) => {
    for (const id of ids) if (!this.#followed.has(id)) await this.#keep(this.uppy.getFile(id))
  }

  async #keep(file: WidgetFile) {
    this.#left.delete(file.id)
    this.uppy.emit('preprocess-progress', file, KEEPING)
    try {
      const fileId = await this.opts.keep(file)
      // It was taken out while it was written.
      if (this.uppy.checkIfFileAlreadyExists(file.id)) this.#followed.set(file.id, { fileId, end: () => undefined })
      else if (!this.#left.has(file.id)) await cancelUpload(fileId)
    } catch (error) {
      this.uppy.emit('upload-error', this.uppy.getFile(file.id), error instanceof Error ? error : new Error(String(error)))
    }
    this.uppy.emit('preprocess-complete', file)
  }

  #sendAll = async (ids: string[]) => {
    await Promise.all(ids.map((id) => this.#follow(this.uppy.getFile(id), this.#followed.get(id))))
  }

  /** Resolves when the file is sent, has failed, waits for a signal, or is taken out. */
  async #follow(file: WidgetFile, followed: Followed | undefined): Promise<void> {
    if (!followed) return
    this.uppy.emit('upload-start', [file])
    // Held back or put off by an earlier try.
    await resumeUpload(followed.fileId)
    const { promise, resolve } = Promise.withResolvers<void>()
    let last: { state: UploadState | undefined } | undefined
    const look = () => last && this.#isOver(file, last.state) && followed.end()
    const stops = [
      onReach(look),
      watchUpload(followed.fileId, (state) => {
        last = { state }
        look()
      }),
    ]
    followed.end = () => {
      for (const stop of stops) stop()
      resolve()
    }
    return promise
  }

  /** Reports the lane's state of a file through Uppy's events; true when nothing more will follow. */
  #isOver(file: WidgetFile, state: UploadState | undefined): boolean {
    if (!state || state.state === 'stored') {
      this.uppy.emit('upload-success', file, { status: 200, uploadURL: '' })
      this.opts.onSent()
      return true
    }
    if (state.problem || state.state === 'refused' || state.state === 'missing') {
      this.uppy.emit('upload-error', this.uppy.getFile(file.id), new Error(state.problem ?? 'Failed to save file'))
      return true
    }
    if (state.isHeld || (!reachable() && state.sent === 0)) {
      this.letGo()
      this.opts.onWaiting()
      return true
    }
    if (!reachable()) this.uppy.emit('upload-stalled', { message: STALLED }, [file])
    const uploadStarted = this.uppy.getFile(file.id)?.progress.uploadStarted ?? currentMs()
    this.uppy.emit('upload-progress', file, { uploadStarted, bytesUploaded: state.sent, bytesTotal: state.size })
    return false
  }

  #forget = ({ id, progress }: WidgetFile) => {
    const followed = this.#followed.get(id)
    this.#followed.delete(id)
    if (!followed) return
    followed.end()
    // What the server has is taken off record in the list, where it can be undone.
    if (!this.#left.has(id) && !progress.uploadComplete) void cancelUpload(followed.fileId)
  }

  #pause = (file: WidgetFile | undefined, isPaused: boolean) => {
    const fileId = file && this.#followed.get(file.id)?.fileId
    if (fileId) void (isPaused ? pauseUpload(fileId) : resumeUpload(fileId))
  }

  #pauseAll = () => {
    for (const { fileId } of this.#followed.values()) void pauseUpload(fileId)
  }

  #resumeAll = () => {
    for (const { fileId } of this.#followed.values()) void resumeUpload(fileId)
  }
}
