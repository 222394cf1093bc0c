#!/usr/bin/env bash
# setup.sh demo|test: everything that building and running Sinew needs from the system.
#
#   demo   what building the command, importing a model and rendering without a display need
#   test   the same, and what only the tests use: a virtual display, an emulator, more model files
#
# Debian and Ubuntu: installs exactly the packages that are missing, as root or through sudo.
# Everywhere else: says exactly what to install and stops, unless all of it is found already.
# Where nothing is missing it changes nothing, asks nobody, and returns within a tenth of a second.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debian's names. "a|b" is one package under two names: older releases have the one, newer ones the other.
compile='gcc g++ libc6-dev pkg-config|pkgconf libassimp-dev'
render='libegl1 libgl1-mesa-dri libegl-dev libgl-dev'
window='libxrandr-dev libxcursor-dev libxinerama-dev libxi-dev libxxf86vm-dev'
needed="$compile $render $window"
# Only tests use these; each of them does without where a release does not have it.
test_only='xvfb xauth qemu-user-static|qemu-user assimp-testmodels'

# The same things to pkg-config, which speaks for every other system.
modules='assimp egl gl xrandr xcursor xinerama xi xxf86vm'
assimp_at_least=5.2

main() {
	case "${1-}" in
	demo) wanted=$needed tests_too=no ;;
	test) wanted="$needed $test_only" tests_too=yes ;;
	*)
		echo "usage: scripts/setup.sh demo|test" >&2
		exit 2
		;;
	esac
	if have dpkg-query && have apt-get; then
		install_missing_packages "$wanted"
	else
		check_another_system
	fi
	check_assimp_version
	check_go
}

have() { command -v "$1" >/dev/null 2>&1; }
say() { echo "setup: $*" >&2; }
die() {
	say "$@"
	exit 1
}

# ---- Debian and Ubuntu

# install_missing_packages WANTED: one dpkg-query where all is there; apt otherwise.
install_missing_packages() {
	local missing
	missing=$(missing_packages "$1")
	[ -n "$missing" ] || return 0
	become_root "$missing"

	refresh_lists_if "$(package_lists_lack "$missing")"
	local install='' group package
	for group in $missing; do
		if package=$(first_known "$group"); then
			install="$install $package"
		elif is_test_only "$group"; then
			say "apt knows no package ${group%%|*}: the tests that use it skip"
		else
			die "apt knows no package ${group%%|*}, which Sinew needs (on Ubuntu: is 'universe' enabled?)"
		fi
	done
	[ -n "$install" ] || return 0

	say "installing$install"
	# Lists that are older than the mirror name files that are gone: one more try with fresh ones.
	apt_get install $install || {
		refresh_lists_if stale
		apt_get install $install
	} || {
		tail -n 20 "$log" >&2
		die "apt-get could not install:$install"
	}
}

# missing_packages GROUP…: the groups of which no alternative is installed for this machine's architecture.
missing_packages() {
	local installed group alternative found
	installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}:${Architecture}\n' ${1//|/ } 2>/dev/null |
		sed -n 's/^installed //p' | tr '\n' ' ')"
	local native
	native=$(dpkg --print-architecture)
	for group in $1; do
		found=no
		for alternative in ${group//|/ }; do
			case "$installed" in
			*" $alternative:$native "* | *" $alternative:all "*) found=yes ;;
			esac
		done
		[ "$found" = yes ] || printf '%s ' "$group"
	done
}

is_test_only() {
	case " $test_only " in *" $1 "*) return 0 ;; esac
	return 1
}

# first_known GROUP: the first alternative that apt can install.
first_known() {
	local alternative
	for alternative in ${1//|/ }; do
		case "$(LC_ALL=C apt-cache policy "$alternative" 2>/dev/null)" in
		*'Candidate: (none)'*) ;;
		*'Candidate: '*)
			echo "$alternative"
			return 0
			;;
		esac
	done
	return 1
}

# package_lists_lack GROUPS: why the package lists have to be fetched first, or nothing. A package that only tests
# use is no reason where lists exist: it is not in this release, and would be looked for again at every run.
package_lists_lack() {
	compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || {
		echo everything
		return
	}
	local group
	for group in $1; do
		is_test_only "$group" || first_known "$group" >/dev/null || echo "$group"
	done
}

refreshed=no
refresh_lists_if() {
	[ -n "$1" ] && [ "$refreshed" = no ] || return 0
	refreshed=yes
	say "fetching the package lists"
	# A source that this needs nothing from may be down: that is worth a word, not a stop.
	apt_get update -o APT::Update::Error-Mode=any || {
		grep '^[EW]:' "$log" >&2 || true
		say "not every package list could be fetched"
	}
}

# become_root GROUPS: how apt-get will be run, or what to type where it cannot be.
as_root=''
become_root() {
	[ "$(id -u)" -ne 0 ] || return 0
	# sudo may ask for a password only where somebody sits in front of it.
	if have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
		as_root=sudo
		return 0
	fi
	say "these packages are missing and only root can install them:"
	echo "  apt-get install --no-install-recommends $(sed -E 's/\|[^ ]*//g; s/ $//' <<<"$1")" >&2
	exit 1
}

# apt_get ARGS…: never asks, waits for another apt to finish, writes to $log.
log=''
apt_get() {
	[ -n "$log" ] || {
		log=$(mktemp)
		trap 'rm -f "$log"' EXIT
	}
	$as_root env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
		apt-get -y -q --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 </dev/null
}

# ---- every other system

# check_another_system: stops with the list of what to install unless compilers and libraries are all found.
check_another_system() {
	local missing='' module system
	system=$(uname -s)
	have cc || have gcc || have clang || missing="$missing C-compiler"
	have c++ || have g++ || have clang++ || missing="$missing C++-compiler"
	if have pkg-config; then
		# macOS has its own windows and no EGL: Assimp is all that is asked of pkg-config there.
		[ "$system" != Darwin ] || modules=assimp
		for module in $modules; do
			pkg-config --exists "$module" || missing="$missing $module"
		done
	else
		missing="$missing pkg-config"
	fi
	[ -z "$missing" ] || {
		say "missing:$missing"
		say "install with:"
		how_to_install "$system" >&2
		exit 1
	}
	[ "$tests_too" = no ] || warn_of_test_tools
}

warn_of_test_tools() {
	[ "$(uname -s)" = Linux ] || return 0
	have xvfb-run || say "no xvfb-run: the window tests skip where there is no display"
	have qemu-aarch64-static || have qemu-aarch64 || [ "$(uname -m)" = aarch64 ] ||
		say "no qemu-aarch64: the arm64 tests are left out"
	have qemu-arm-static || have qemu-arm || say "no qemu-arm: the tests of 32 bits are left out"
}

# how_to_install SYSTEM: one command for the system's own package manager.
how_to_install() {
	if [ "$1" = Darwin ]; then
		echo "  xcode-select --install; brew install pkg-config assimp"
		echo "  (windows only: rendering without a display needs EGL, which macOS does not have)"
	elif have dnf; then
		echo "  sudo dnf install gcc gcc-c++ pkgconf-pkg-config assimp-devel mesa-dri-drivers mesa-libEGL-devel" \
			"mesa-libGL-devel libXrandr-devel libXcursor-devel libXinerama-devel libXi-devel libXxf86vm-devel"
		echo "  for the tests: sudo dnf install xorg-x11-server-Xvfb xorg-x11-xauth qemu-user-static-aarch64"
	elif have pacman; then
		echo "  sudo pacman -S --needed gcc pkgconf assimp mesa libglvnd libxrandr libxcursor libxinerama libxi libxxf86vm"
		echo "  for the tests: sudo pacman -S --needed xorg-server-xvfb xorg-xauth qemu-user-static"
	elif have zypper; then
		echo "  sudo zypper install gcc gcc-c++ pkg-config assimp-devel Mesa-dri Mesa-libEGL-devel Mesa-libGL-devel" \
			"libXrandr-devel libXcursor-devel libXinerama-devel libXi-devel libXxf86vm-devel"
		echo "  for the tests: sudo zypper install xorg-x11-server-Xvfb xauth qemu-linux-user"
	else
		echo "  a C and a C++ compiler, pkg-config, and the libraries with their headers: Assimp $assimp_at_least or newer," \
			"EGL and OpenGL (Mesa, with its software driver), Xrandr, Xcursor, Xinerama, Xi, Xxf86vm"
		echo "  for the tests: xvfb-run, and qemu-aarch64-static"
	fi
}

# ---- everywhere

check_assimp_version() {
	pkg-config --atleast-version="$assimp_at_least" assimp ||
		die "Assimp $(pkg-config --modversion assimp) is too old: Sinew needs $assimp_at_least or newer"
}

# check_go: go itself reads go.mod, and fetches the newer toolchain it asks for where it may.
check_go() {
	local want got
	want=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' go.mod)
	have go || die "Go is not on PATH: install Go $want or newer"
	got=$(go env GOVERSION 2>&1) || die "Go $want or newer is needed: $got"
	case "$got" in go1.*) ;; *) return 0 ;; esac # a development version says what it is
	local minor=${got#go1.}
	minor=${minor%%[!0-9]*}
	[ "$minor" -ge "${want#1.}" ] || die "Go $want or newer is needed, this is $got"
}

main "$@"
