/** How loud a microphone is. */
export type LevelMeter = { level: () => number; close: () => void }

/** Speech a hand's breadth away fills about two thirds. */
const GAIN = 4

/** Measures a stream, 0 to 1; always 0 where the browser can't. */
export function openMeter(stream: MediaStream): LevelMeter {
  try {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 2048
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    return {
      level() {
        analyser.getFloatTimeDomainData(samples)
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
        return Math.min(1, Math.sqrt(power) * GAIN)
      },
      close: () => void context.close().catch(() => undefined),
    }
  } catch {
    return { level: () => 0, close: () => undefined }
  }
}
