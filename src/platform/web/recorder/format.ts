/** Ways to record, the best first: AAC plays on every phone, Opus on all but old iPhones; the rest is better than nothing. */
const FORMATS = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus', 'audio/webm', 'audio/ogg']

/** The best this device has; undefined leaves it to the browser. */
export const bestFormat = (can: (mime: string) => boolean): string | undefined => FORMATS.find((mime) => can(mime))
