# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of what CMake builds: what PEP 517 and 660 let `pip install` and `pip install --editable` call. Nothing
is downloaded; CMake and the libraries that the program needs are expected."""
import base64
import hashlib
import os
import pathlib
import platform
import subprocess
import tempfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TAG = f"cp311-abi3-linux_{platform.machine()}"


def _build(folder):
    """The package, built in a folder that outlives the call where ROWHOLD_BUILD names one."""
    build = os.environ.get("ROWHOLD_BUILD", folder)
    if not (pathlib.Path(build) / "CMakeCache.txt").exists():
        subprocess.run(["cmake", "-S", HERE.parents[1], "-B", build, "-DBUILD_TESTING=OFF"], check=True)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", build, "--target", "rowhold_python", "--parallel", jobs], check=True)
    package = pathlib.Path(build) / "python" / "rowhold"
    if not package.is_dir():
        raise SystemExit("rowhold: found no package, expected the headers of Python (Debian package python3-dev)")
    return package


def _metadata():
    return (f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n"
            f"Summary: {PROJECT['description']}\nRequires-Python: {PROJECT['requires-python']}\nLicense: Apache-2.0\n")


def _pack(wheel_directory, files):
    """The wheel of these files, name to bytes, with what every wheel has."""
    base = f"{PROJECT['name']}-{PROJECT['version']}"
    files[f"{base}.dist-info/METADATA"] = _metadata().encode()
    about = f"Wheel-Version: 1.0\nGenerator: rowhold\nRoot-Is-Purelib: false\nTag: {TAG}\n"
    files[f"{base}.dist-info/WHEEL"] = about.encode()
    record = f"{base}.dist-info/RECORD"
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}")
    files[record] = ("\n".join([*lines, f"{record},,"]) + "\n").encode()
    wheel = f"{base}-{TAG}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        package = _build(folder)
        return _pack(wheel_directory, {f"rowhold/{path.relative_to(package)}": path.read_bytes()
                                       for path in sorted(package.rglob("*"))
                                       if path.is_file() and "__pycache__" not in path.parts})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays in build/ (or ROWHOLD_BUILD), where the next build renews it."""
    package = _build(str(HERE.parents[1] / "build"))
    return _pack(wheel_directory, {"rowhold.pth": f"{package.parent}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("rowhold: found a request for a source package, expected one for a wheel: pip wheel cmodel/python")
