# Plays one move by the protocol and misbehaves: misbehave.sh WHEN WHAT, with WHEN one of
# start, newgame, first (own turn), later (own turn), quit.
when=$1
what=$2
turns=0

misbehave() {
    [ "$when" = "$1" ] || return 0
    case $what in
        exit) exit 3 ;;
        say-and-exit) echo "out of luck" >&2; exit 3 ;;
        killed) kill -9 $$ ;;
        close) exec >&-; sleep 1000 ;;
        hang) sleep 1000 ;;
        spin) trap '' TERM INT HUP; while :; do :; done ;;
        stop) kill -STOP $$ ;;
        leave-child) sleep 1000 & exit 0 ;;
        errors) cat /dev/zero >&2 ;;
        garbage) echo "pardon?" ;;
        binary) printf '\377\376\n' ;;
        no-square) echo "try e9e4" ;;
        version) echo "ready 7" ;;
        early) echo "try e2e4" ;;
        talk) while :; do echo "info thinking"; done ;;
        endless) cat /dev/zero ;;
        nonsense) while :; do echo "try a1h7"; done ;;
        none) echo none ;;
    esac
}

misbehave start
while read -r order rest; do
    case $order in
        protocol) misbehave hello; echo "ready 1" ;;
        newgame)
            misbehave newgame
            case $rest in
                *"color white"*) move=g1f3 ;;
                *) move=g8f6 ;;
            esac
            echo ready ;;
        yourmove)
            turns=$((turns + 1))
            [ $turns -eq 1 ] || misbehave later
            misbehave first
            echo "try $move" ;;
        quit) misbehave quit; exit 0 ;;
    esac
done
