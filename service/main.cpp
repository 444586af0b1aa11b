#include "app/command_line.hpp"

int main(int argc, char** argv) {
    return agon::app::runCommandLine(argc, argv);
}
