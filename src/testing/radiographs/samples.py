"""How samples/*.dcm were made: the picture of pattern.ts, packed by other programs than ours.

Run once by hand in an empty folder (apt-get install python3-pydicom python3-numpy dcmtk libgdcm-tools libjpeg-turbo-progs libopenjp2-tools).
"""

import glob
import os
import subprocess

import numpy
import pydicom
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.encaps import encapsulate
from pydicom.uid import ExplicitVRLittleEndian, generate_uid

PLATE = "1.2.840.10008.5.1.4.1.1.1.1"
BASELINE = "1.2.840.10008.1.2.4.50"
JPEG_2000 = "1.2.840.10008.1.2.4.91"


def write(name, points, **more):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID, meta.TransferSyntaxUID = PLATE, generate_uid(), ExplicitVRLittleEndian
    file = Dataset()
    file.file_meta, file.is_little_endian, file.is_implicit_VR = meta, True, False
    file.SOPClassUID, file.SOPInstanceUID = PLATE, meta.MediaStorageSOPInstanceUID
    file.Rows, file.Columns = points.shape[:2]
    file.SamplesPerPixel, file.PhotometricInterpretation = (1, "MONOCHROME2") if points.ndim == 2 else (3, "RGB")
    if points.ndim == 3:
        file.PlanarConfiguration = 0
    file.BitsAllocated = file.BitsStored = points.dtype.itemsize * 8
    file.PixelRepresentation = 0
    for key, value in more.items():
        setattr(file, key, value)
    file.HighBit = file.BitsStored - 1
    file.PixelData = points.tobytes()
    file.save_as(name, write_like_original=False)


def wrap(name, packed, like, syntax, **more):
    file = pydicom.dcmread(like)
    file.PixelData = encapsulate([open(packed, "rb").read()])
    file["PixelData"].is_undefined_length = True
    file.file_meta.TransferSyntaxUID = syntax
    for key, value in more.items():
        setattr(file, key, value)
    file.save_as(name)


def netpbm(name, kind, points, most):
    with open(name, "wb") as out:
        out.write(f"{kind}\n24 20\n{most}\n".encode() + points.tobytes())


def run(*command):
    subprocess.run(command, check=True)


y, x = numpy.mgrid[0:20, 0:24]
value = (x * x * 2 + y * y * 3 + x * y + 40).astype(numpy.uint16)
eight = (value >> 4).astype(numpy.uint8)
colours = numpy.dstack([value >> 4, 255 - (value >> 4), x * 8]).astype(numpy.uint8)
write("raw-12.dcm", value, BitsStored=12)
write("raw-16.dcm", (value * 16 + x % 16).astype(numpy.uint16))
write("raw-signed.dcm", (value.astype(int) - 1000).astype(numpy.int16), PixelRepresentation=1)
write("raw-8.dcm", eight)
write("raw-colour.dcm", colours)
# dcmcjpeg stretches a grey picture before it packs it with loss: here there is nothing left to stretch.
write("raw-stretched.dcm", ((value.astype(int) - 40) * 4095 // 2578).astype(numpy.uint16), BitsStored=12)

run("dcmcjpeg", "+e1", "raw-12.dcm", "lossless-1.dcm")
for predictor in range(2, 8):
    run("dcmcjpeg", "+el", "+sv", str(predictor), "raw-12.dcm", f"lossless-{predictor}.dcm")
run("dcmcjpeg", "+e1", "+pt", "2", "raw-12.dcm", "lossless-shifted.dcm")
for kind in ("16", "signed", "colour"):
    run("dcmcjpeg", "+e1", f"raw-{kind}.dcm", f"lossless-{kind}.dcm")
run("dcmcjpeg", "+ep", "raw-8.dcm", "progressive.dcm")
run("dcmcjpeg", "+ee", "+q", "98", "raw-stretched.dcm", "extended-12.dcm")

run("dcmcjpls", "raw-12.dcm", "jpegls.dcm")
run("dcmcjpls", "raw-signed.dcm", "jpegls-signed.dcm")
run("dcmcjpls", "+en", "+md", "3", "raw-12.dcm", "jpegls-near.dcm")
for order, option in (("line", "+il"), ("sample", "+is"), ("none", "+in")):
    run("dcmcjpls", option, "raw-colour.dcm", f"jpegls-colour-{order}.dcm")

for kind, name in (("12", "j2k"), ("signed", "j2k-signed"), ("colour", "j2k-colour")):
    run("gdcmconv", "--j2k", f"raw-{kind}.dcm", f"{name}.dcm")
netpbm("deep.pgm", "P5", value.astype(">u2"), 4095)
run("opj_compress", "-i", "deep.pgm", "-o", "deep.j2k", "-r", "3", "-I", "-n", "3")
wrap("j2k-lossy.dcm", "deep.j2k", "raw-12.dcm", JPEG_2000)

netpbm("grey.pgm", "P5", eight, 255)
netpbm("colour.ppm", "P6", colours, 255)
run("cjpeg", "-quality", "95", "-grayscale", "-outfile", "grey.jpg", "grey.pgm")
run("cjpeg", "-quality", "95", "-restart", "2B", "-grayscale", "-outfile", "restarts.jpg", "grey.pgm")
run("cjpeg", "-quality", "95", "-sample", "2x1", "-outfile", "colour.jpg", "colour.ppm")
wrap("baseline.dcm", "grey.jpg", "raw-8.dcm", BASELINE)
wrap("baseline-restarts.dcm", "restarts.jpg", "raw-8.dcm", BASELINE)
wrap("baseline-colour.dcm", "colour.jpg", "raw-colour.dcm", BASELINE, PhotometricInterpretation="YBR_FULL_422")

for name in glob.glob("raw-*") + glob.glob("*.pgm") + glob.glob("*.ppm") + glob.glob("*.jpg") + glob.glob("*.j2k"):
    os.remove(name)
