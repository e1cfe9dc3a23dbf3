"""What pydicom and numpy read in the sample files of Debian's python3-pydicom, for pydicom-files.json beside this.

Run once by hand (apt-get install python3-pydicom python3-numpy python3-gdcm python3-pil): /usr/bin/python3 pydicom-files.py > pydicom-files.json
The files themselves are pydicom's and stay where the package puts them.
"""

import glob
import hashlib
import json
import os
import warnings

import numpy
import pydicom
from pydicom.pixel_data_handlers.util import convert_color_space

warnings.simplefilter("ignore")
FOLDER = "/usr/lib/python3/dist-packages/pydicom/data/test_files/"
# Their colours: gdcm gives them as they are packed. The picture is that of SC_rgb_jpeg_gdcm.dcm.
TINTS_CALLED_COLOURS = ["SC_rgb_jpeg_lossy_gdcm.dcm"]
# Its head is overwritten, and what gdcm makes of it is not the picture.
DAMAGED = ["JPEG2000-embedded-sequence-delimiter.dcm"]
LOSSY = ["1.2.840.10008.1.2.4.50", "1.2.840.10008.1.2.4.51"]


def points(frame):
    """Those in the middle of each field of a grid of ten by ten."""
    rows, columns = frame.shape[:2]
    at = lambda n, size: int((n + 0.5) * size / 10)
    return " ".join(str(value) for y in range(10) for x in range(10) for value in frame[at(y, rows), at(x, columns)].ravel())


def frames_of(path, name):
    file = pydicom.dcmread(path)
    pixels = file.pixel_array
    tinted = file.PhotometricInterpretation in ("YBR_FULL", "YBR_FULL_422") or name in TINTS_CALLED_COLOURS
    if tinted:
        pixels = convert_color_space(pixels, "YBR_FULL", "RGB")
    if file.SamplesPerPixel == 3 and file.BitsAllocated == 16:
        pixels = pixels >> 8
    return file, pixels if int(file.get("NumberOfFrames") or 1) > 1 else [pixels]


def expected(path, name):
    file, frames = frames_of(path, name)
    facts = {"columns": file.Columns, "rows": file.Rows, "frames": len(frames), "channels": int(file.SamplesPerPixel)}
    if file.file_meta.TransferSyntaxUID in LOSSY:
        return {**facts, "points": [points(frame.astype(int)) for frame in frames]}
    return {**facts, "sha256": [hashlib.sha256(frame.astype("<i4").tobytes()).hexdigest() for frame in frames]}


every = {}
for path in sorted(glob.glob(FOLDER + "*.dcm")):
    name = os.path.basename(path)
    try:
        bits = pydicom.dcmread(path).BitsAllocated
        every[name] = expected(path, name) if bits in (8, 16) and name not in DAMAGED else None
    except Exception:  # no picture, or none that can be read: the test says why
        every[name] = None
print(json.dumps({name: facts for name, facts in every.items() if facts}))
