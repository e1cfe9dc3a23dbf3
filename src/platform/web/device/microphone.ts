import { capability } from '#platform/web/device/device.ts'

/** Why there is no sound: it was not allowed, there is no microphone, something else has it, or the device can't record. */
export type MicrophoneRefusal = 'denied' | 'none' | 'taken' | 'unable'
export class NoMicrophone extends Error {
  readonly reason: MicrophoneRefusal
  constructor(reason: MicrophoneRefusal, options: ErrorOptions = {}) {
    super(`no microphone: ${reason}`, options)
    this.reason = reason
  }
}

/** Switches the microphone on, with a permission prompt where that is needed. @throws NoMicrophone */
export const openMicrophone = capability('openMicrophone', async () => {
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') throw new NoMicrophone('unable')
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true, echoCancellation: true } })
  } catch (error) {
    throw new NoMicrophone(REASONS[(error as DOMException).name] ?? 'taken', { cause: error })
  }
})

const REASONS: Readonly<Record<string, MicrophoneRefusal>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'taken',
}
