import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** What the camera of these pictures writes into each: whose it is and where it was. */
export const SECRETS = ['Exif', 'Gareth Probert', 'GPSMark', 'http://ns.adobe.com/xap/1.0/']

const WRITTEN = {
  IFD0: { Copyright: 'Gareth Probert', ImageDescription: 'GPSMark' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 11/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '2/1 53/1 0/1' },
}

/** A photo as a phone takes it: held upright, stored on its side in the file, with its location. Red above, blue below. */
export const photoWithPlace = async (width = 300, height = 400): Promise<Buffer> =>
  sharp(await halves(width, height).png().toBuffer())
    .rotate(-90)
    .withExif(WRITTEN)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()

/** Red above blue. */
export const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0000dd' } }).composite([
    { input: { create: { width, height: Math.floor(height / 2), channels: 3, background: '#dd0000' } }, top: 0, left: 0 },
  ])

/** Only the beginning of a PNG that claims to be as large as this. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header.set([8, 6, 0, 0, 0], 16)
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    header,
    Buffer.from([0, 0, 0, 0]),
    Buffer.from('IDAT'),
  ])
}

/** As an iPhone takes it, 64 by 48: red on the left, blue on the right, made by libheif's heif-enc of a photo with a place in it. */
export const heicPhoto = (): Buffer => Buffer.from(HEIC, 'base64')

/** The same, claiming to be as large as this. */
export function hugeHeic(width: number, height: number): Buffer {
  const content = heicPhoto()
  for (let at = content.indexOf('ispe'); at > 0; at = content.indexOf('ispe', at + 4)) {
    content.writeUInt32BE(width, at + 8)
    content.writeUInt32BE(height, at + 12)
  }
  return content
}

const HEIC =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAA' +
  'EGlkYXQAAAAAAEAAMAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAAAPwACAAEAAAAAAAAAAQAAAAAAAAAIAAMAAAAAAAACRAABAAAAAAAAARAA' +
  'AABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lw' +
  'Y28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW' +
  '6uSmubAgAAADACAAAAMAISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAaaXBt' +
  'YQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAFXbWRhdAAAADsoAa9Y5vTqv//oTz/+xKSHzcmq' +
  'uCRs5f93QR+Nqy8BbypJOf7yN5XzK9bWX4793cVLEZI48HmX81uvgAAAAABJSSoACAAAAAgAEgEDAAEAAAABAAAAGgEFAAEAAABuAAAAGwEFAAEAAAB2AAAA' +
  'KAEDAAEAAAACAAAAEwIDAAEAAAABAAAAmIICAAoAAAB+AAAAaYcEAAEAAACIAAAAJYgEAAEAAADWAAAAAAAAADhjAADoAwAAOGMAAOgDAABHUFNTRUNSRVQA' +
  'BgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAEAAAAADoAQAAQAAADAAAAAAAAAAAgABAAIAAgAAAE4A' +
  'AAACAAUAAwAAAPQAAAAAAAAAMwAAAAEAAAAeAAAAAQAAAAAAAAABAAAA'
